import { useEffect, useState } from 'react'
import { homeSummary } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { realtime } from '../../shared/api/realtime/index.ts'
import { session, useIsSignedIn } from '../../shared/device/index.ts'

export type HomeSummary = OutputOf<typeof homeSummary>

/** Movers and announcements change slowly; own orders and balances trigger a refetch at once. */
const summaryFreshMs = 60_000

/** The first screen's data, for a visitor or for this device's customer. */
export function useHomeSummary() {
  const isSignedIn = useIsSignedIn()
  const [utcOffsetMinutes] = useState(() => -new Date().getTimezoneOffset())
  const plain = queryFor(homeSummary, { utcOffsetMinutes })
  const query = useQuery({
    ...plain,
    // A visitor's response must not be used for a customer, nor the reverse.
    queryKey: [...plain.queryKey, isSignedIn ? 'customer' : 'visitor'],
    refetchInterval: summaryFreshMs,
  })
  const { data, dataUpdatedAt: readMs } = query
  const movers = data?.movers
  useEffect(() => {
    if (movers !== undefined) realtime.quotes.seed(movers, realtime.clock.at(readMs))
  }, [movers, readMs])
  const hasEnded = isSignedIn && data?.account === null
  useEffect(() => {
    // The token has expired. The visitor has not started anything here, so the screen simply becomes a visitor's.
    if (hasEnded) session.signOut()
  }, [hasEnded])
  return query
}

/** Subscribes to the prices of the movers and of open contracts. */
export function useHomeQuotes(summary: HomeSummary): void {
  const symbols = [...new Set([...summary.movers, ...(summary.account?.positions ?? [])].map(({ symbol }) => symbol))]
    .toSorted()
    .join(',')
  useEffect(() => (symbols === '' ? undefined : realtime.watchQuotes({ symbols: symbols.split(',') })), [symbols])
}
