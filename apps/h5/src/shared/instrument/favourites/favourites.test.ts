// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { marketFavourites } from '@candor/api'
import { queryClient, queryFor } from '../../api/index.ts'
import { session } from '../../device/index.ts'
import { setFavourite, takeFavouritesAlong } from './favourites.ts'

const query = queryFor(marketFavourites, {})
const stored = (symbols: readonly string[]) => Response.json({ code: 1, msg: '', data: { symbols } })

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  session.signOut()
})

it('of a visitor are those of the account after the login, whatever was read before they were stored', async () => {
  const earlier = Promise.withResolvers<Response>()
  const fetchFake = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetchFake)
  await setFavourite('BTCUSDT', true)
  session.signIn('a-token')
  fetchFake.mockReturnValueOnce(earlier.promise).mockResolvedValueOnce(stored(['BTCUSDT']))
  const reading = queryClient.fetchQuery(query).catch(() => undefined)
  await takeFavouritesAlong()
  earlier.resolve(stored([]))
  await reading
  expect(queryClient.getQueryData(query.queryKey)).toEqual({ symbols: ['BTCUSDT'] })
  expect(localStorage.getItem('candor.favourites')).toBeNull()
})
