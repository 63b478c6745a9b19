import { useEffect, useState } from 'react'
import { homeSummary, swapDetail, swapList, swapQuote, swapTerms, walletAssets } from '@candor/api'
import type { CallOf, SwapView } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { call, queryClient, queryFor, queryKeyOf } from '../../shared/api/index.ts'
import { useSettled } from '../../shared/forms/index.ts'
import { usePages } from '../../shared/records/index.ts'

/** A quote is renewed so long before it ends, so that none ends under the finger. */
const quoteMarginMs = 1_000

/** How old terms may be while no quote tells the rate. */
const termsFreshMs = 10_000

/** What applies to both directions now. */
export function useTerms() {
  return useQuery({ ...queryFor(swapTerms, {}), refetchInterval: termsFreshMs })
}

/** What the customer has of each asset. */
export function useAssets() {
  return useQuery(queryFor(walletAssets, {}))
}

/** A held rate counts from its answer, on this phone's own clock: whose clock is set wrongly still sees ten seconds. */
export interface HeldUntil {
  readonly endMs: number
  readonly secondsLeft: number
}

/** The quote of what the form says, once its typing has paused; renewed before it ends. Null asks for none. */
export function useSwapQuote(input: CallOf<typeof swapQuote> | null, isPaused: boolean) {
  const settled = useSettled(input === null ? null : JSON.stringify(input))
  const isSettled = input !== null && settled === JSON.stringify(input)
  const query = useQuery({
    ...queryFor(swapQuote, input ?? { from: 'USD', amount: '0' }),
    // While one is being taken, a new one would replace it; a refusal ends the pause, and that asks again.
    enabled: isSettled && !isPaused,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: (own) => own.state.data !== undefined,
    refetchInterval: ({ state: { data, status } }) =>
      data === undefined || status === 'error' ? false : Math.max(1_000, data.validMs - quoteMarginMs),
  })
  const endMs = query.data === undefined ? 0 : query.dataUpdatedAt + query.data.validMs
  // The clock of the screen stands still for a quarter of a second, so a fresh answer may lie before it.
  const secondsLeft = Math.min(secondsUntil(endMs, useLocalNow()), (query.data?.validMs ?? 0) / 1_000)
  const held: HeldUntil | null = query.data === undefined || secondsLeft === 0 ? null : { endMs, secondsLeft }
  return { ...query, held, isWaiting: input !== null && (!isSettled || query.isFetching) }
}

function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1_000))
}

/** This phone's time, often enough for seconds in words. */
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
  return usePages({
    queryKey: queryKeyOf(swapList, { pages: 'all' }),
    read: (page, options) => call(swapList, page, options),
  })
}

/** One swap: it never changes. */
export function useSwap(id: string) {
  return useQuery({ ...queryFor(swapDetail, { id }), staleTime: Number.POSITIVE_INFINITY })
}

/** Puts a new swap where its screen looks for it, and has everything read again that shows balances. */
export function rememberSwap(swap: SwapView): void {
  queryClient.setQueryData(queryFor(swapDetail, { id: swap.id }).queryKey, swap)
  forgetBalances()
}

/** Has everything read again that a swap changes. */
export function forgetBalances(): void {
  for (const operation of [swapList, walletAssets, homeSummary])
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(operation) })
}
