import { useEffect } from 'react'
import { contractOrders, contractTerms, marketCandles, marketQuotes, walletAssets } from '@candor/contract'
import type { CandleInterval } from '@candor/contract'
import { parseUnits } from '@candor/money'
import type { Asset } from '@candor/money'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { realtime } from '../../shared/realtime/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'

/** Candles of one reading: enough for two screens. */
const candlesShown = 300

/** The terms of an instrument's durations; asked for again each minute, and after each change that a purchase met. */
export function useTerms(symbol: string) {
  return useQuery({ ...queryFor(contractTerms, { symbol }), refetchInterval: 60_000 })
}

/** The candles of an interval. The socket keeps the newest one current. */
export function useCandles(symbol: string, interval: CandleInterval) {
  return useQuery({ ...queryFor(marketCandles, { symbol, interval, limit: candlesShown }), staleTime: 30_000 })
}

/** Lets the quotes of the page's instrument, and of those with open positions, flow into the store. */
export function useContractQuotes(symbol: string) {
  const query = useQuery({ ...queryFor(marketQuotes, { symbols: symbol }), staleTime: 30_000 })
  const items = query.data?.items
  useEffect(() => {
    if (items !== undefined) realtime.quotes.seed(items, realtime.clock.nowMs())
  }, [items])
  useEffect(() => realtime.watchQuotes({ symbols: [symbol] }), [symbol])
}

/** The available units of an asset; null while unknown or signed out. */
export function useAvailableUnits(asset: Asset): bigint | null {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...queryFor(walletAssets, {}), enabled: isSignedIn })
  const balance = isSignedIn ? data?.items.find((item) => item.asset === asset) : undefined
  return balance === undefined ? null : parseUnits(balance.available)
}

/** The open positions of the customer, newest first; empty while signed out. */
export function useOpenPositions() {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...queryFor(contractOrders, { state: 'open', limit: 20 }), enabled: isSignedIn })
  return isSignedIn ? (data?.items ?? []) : []
}
