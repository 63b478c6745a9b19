import { marketFavouriteSet, marketFavourites } from '@candor/api'
import { storedValue } from '@candor/client'
import { useStored } from '@candor/client/react'
import { showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryClient, queryFor, replaceResponse } from '../../api/index.ts'
import { session, useIsSignedIn } from '../../device/index.ts'
import { parseSymbols, withSymbol } from './symbol-list.ts'

/** A visitor's favourites stay on the device until a login transfers them. A customer's are stored on the server. */
const own = storedValue<string>({
  key: 'candor.favourites',
  parse: (text) => parseSymbols(text).join(','),
  fallback: '',
})

const query = { ...queryFor(marketFavourites, {}), staleTime: 5 * 60_000 }
const { queryKey } = query

/** The favourites of the customer, or of this device's visitor, in the order in which they were added. */
export function useFavourites() {
  const isSignedIn = useIsSignedIn()
  const stored = useStored(own)
  const { data, isError, error, refetch } = useQuery({ ...query, enabled: isSignedIn })
  return isSignedIn
    ? { data: data?.symbols, isError, error, refetch }
    : { data: parseSymbols(stored), isError: false, error: null, refetch }
}

/** Adds or removes a favourite: shown at once, and undone with the server's text if it refuses. */
export async function setFavourite(symbol: string, isFavourite: boolean): Promise<void> {
  if (session.token() === null) {
    own.set(withSymbol(parseSymbols(own.get()), symbol, isFavourite).join(','))
    return
  }
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(
    queryKey,
    (known) => known && { symbols: [...withSymbol(known.symbols, symbol, isFavourite)] },
  )
  const result = await call(marketFavouriteSet, { symbols: symbol, change: isFavourite ? 'add' : 'remove' })
  if (result.ok) return replaceResponse(marketFavourites, {}, result.value)
  if (result.error !== 'network' && result.error !== 'not-logged-in') showToast('refused', result.msg)
  await queryClient.invalidateQueries({ queryKey })
}

/** Transfers a visitor's favourites to the signed-in account; kept on the device until the server has responded. */
export async function takeFavouritesAlong(): Promise<void> {
  const symbols = own.get()
  if (symbols === '' || session.token() === null) return
  const result = await call(marketFavouriteSet, { symbols, change: 'add' })
  if (!result.ok && (result.error === 'network' || result.error === 'not-logged-in')) return
  own.set('')
  if (result.ok) await replaceResponse(marketFavourites, {}, result.value)
}
