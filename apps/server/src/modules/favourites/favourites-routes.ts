import { marketFavouriteSet, marketFavourites } from '@candor/api'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { FavouritesService } from './favourites-service.ts'

/** The favourites of a customer: reading and changing them. */
export function favouritesRoutes(service: FavouritesService): Route[] {
  return [
    route(marketFavourites, async (_input, call) => ok({ symbols: await service.list(call.principal.customerId) })),
    route(marketFavouriteSet, async (input, call) => {
      const { customerId } = call.principal
      const symbols = input.symbols.split(',')
      if (input.change === 'remove') return ok({ symbols: await service.remove(customerId, symbols) })
      const added = await service.add(customerId, symbols)
      return added.ok ? ok({ symbols: added.value }) : added
    }),
  ]
}
