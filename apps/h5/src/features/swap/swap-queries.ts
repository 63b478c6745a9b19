import { useEffect, useState } from 'react'
import { homeSummary, swapDetail, swapList, swapQuote, swapTerms, walletAssets } from '@candor/api'
import type { CallOf, SwapView } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { invalidate, keepResponse, queryFor } from '../../shared/api/index.ts'
import { useSettled } from '../../shared/forms/index.ts'
import { useWholeList } from '../../shared/page/records/index.ts'

/** A quote is renewed this long before it expires, so that it never expires under the finger. */
const quoteMarginMs = 1_000

/** The maximum age of terms while no quote provides the rate. */
const termsFreshMs = 10_000

/** The current terms of both directions. */
export function useTerms() {
  return useQuery({ ...queryFor(swapTerms, {}), refetchInterval: termsFreshMs })
}

/** The customer's balances. */
export function useAssets() {
  return useQuery(queryFor(walletAssets, {}))
}

/** A held rate counts from its response, on this phone's own clock: a wrongly set clock still sees ten seconds. */
export interface HeldUntil {
  readonly endMs: number
  readonly secondsLeft: number
}

/**
 * When a quote is renewed: ahead of its expiry; only once it has expired, so that a customer who decides sees the
 * change; or not at all, while it is being executed.
 */
export type QuotePace = 'ahead' | 'on-expiry' | 'paused'

/** The quote of the form, after a pause in typing; renewed at its pace. Null requests none. */
export function useSwapQuote(input: CallOf<typeof swapQuote> | null, pace: QuotePace) {
  const settled = useSettled(input === null ? null : JSON.stringify(input))
  const isSettled = input !== null && settled === JSON.stringify(input)
  const query = useQuery({
    ...queryFor(swapQuote, input ?? { from: 'USD', amount: '0' }),
    // While a quote is being executed, a new one would replace it; a refusal ends the pause, which requests again.
    enabled: isSettled && pace !== 'paused',
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: (own) => own.state.data !== undefined,
    refetchInterval: ({ state: { data, status } }) =>
      data === undefined || status === 'error' || pace !== 'ahead'
        ? false
        : Math.max(1_000, data.validMs - quoteMarginMs),
  })
  const endMs = query.data === undefined ? 0 : query.dataUpdatedAt + query.data.validMs
  // The screen's clock updates every quarter of a second, so a fresh response may be ahead of it.
  const secondsLeft = Math.min(secondsUntil(endMs, useLocalNow()), (query.data?.validMs ?? 0) / 1_000)
  const held: HeldUntil | null = query.data === undefined || secondsLeft === 0 ? null : { endMs, secondsLeft }
  const { refetch } = query
  const isOver = query.isSuccess && !query.isFetching && held === null
  useEffect(() => {
    if (pace === 'on-expiry' && isOver) void refetch()
  }, [pace, isOver, refetch])
  return { ...query, held, isWaiting: input !== null && (!isSettled || query.isFetching) }
}

function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1_000))
}

/** This phone's time, updated often enough for seconds. */
function useLocalNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

/** The swaps of the customer, newest first. */
export function useSwaps() {
  return useWholeList(swapList)
}

/** One swap: it never changes. */
export function useSwap(id: string) {
  return useQuery({ ...queryFor(swapDetail, { id }), staleTime: Number.POSITIVE_INFINITY })
}

/** Stores a new swap where its screen reads it, and refetches everything that shows balances. */
export function rememberSwap(swap: SwapView): void {
  keepResponse(swapDetail, { id: swap.id }, swap)
  forgetBalances()
}

/** Has everything read again that a swap changes. */
export function forgetBalances(): void {
  invalidate(swapList, walletAssets, homeSummary)
}
