import * as z from 'zod/mini'
import { symbolListPattern } from './fields.ts'
import { customerOperation } from './operation.ts'

/** How many instruments a customer may keep at hand. */
export const favouritesMax = 100

const favouriteSymbols = z.object({ symbols: z.array(z.string()) })

export const marketFavourites = customerOperation('market/favourites', 'login', {
  summary: 'The instruments that the customer keeps at hand, in the order in which they were added.',
  output: favouriteSymbols,
})

export const marketFavouriteSet = customerOperation('market/favourite_set', 'login', {
  summary:
    'Adds instruments to the favourites, or removes them: a comma-separated list. A repeat changes nothing. Adding is all or nothing: more than 100 favourites are refused.',
  input: z.object({
    symbols: z.string('required').check(z.maxLength(2_100, 'too-long'), z.regex(symbolListPattern, 'wrong-format')),
    change: z.enum(['add', 'remove'], 'unknown-value'),
  }),
  output: favouriteSymbols,
  refusals: ['unknown-instrument', 'limit-reached'],
})
