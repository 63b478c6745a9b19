import { contractOrders, contractTerms, userInfo, walletAssets } from '@candor/api'
import type { OrderView, UserView } from '@candor/api'
import { parseUnits } from '@candor/money'
import type { Asset } from '@candor/money'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { positionsRefreshMs } from './chart-model.ts'

/** The terms of an instrument's durations; refetched every minute, and when a purchase finds them changed. */
export function useTerms(symbol: string) {
  return useQuery({ ...queryFor(contractTerms, { symbol }), enabled: symbol !== '', refetchInterval: 60_000 })
}

/** The available units of an asset; null while unknown or signed out. */
export function useAvailableUnits(asset: Asset): bigint | null {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...queryFor(walletAssets, {}), enabled: isSignedIn })
  const balance = isSignedIn ? data?.items.find((item) => item.asset === asset) : undefined
  return balance === undefined ? null : parseUnits(balance.available)
}

/** How far the customer's verification is; undefined while unknown or signed out. */
export function useKycState(): UserView['kycState'] | undefined {
  return useQuery({ ...queryFor(userInfo, {}), enabled: useIsSignedIn() }).data?.kycState
}

/** The customer's open positions, newest first; empty while signed out. Refetched until each has its entry price. */
export function useOpenPositions(): readonly OrderView[] {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({
    ...queryFor(contractOrders, { state: 'open', limit: 20 }),
    enabled: isSignedIn,
    refetchInterval: ({ state }) => positionsRefreshMs(state.data?.items ?? noOrders, realtime.clock.nowMs()) ?? false,
    refetchIntervalInBackground: false,
  })
  return isSignedIn ? (data?.items ?? noOrders) : noOrders
}

const noOrders: readonly OrderView[] = []
