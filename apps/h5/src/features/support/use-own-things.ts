import { contractOrders, floorSaleList, rechargeList, withdrawalList } from '@candor/api'
import type { SupportThing } from '@candor/api/support'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'

/** Something of one's own that a message can point at. */
export interface OwnThing {
  readonly thing: SupportThing
  readonly id: string
  readonly amount: string
  readonly asset: string
  readonly state: string
  readonly atMs: number
}

/** Per kind; older ones can be sent from their records. */
const newest = { limit: 5 }

/** The customer's newest records of every kind, newest first. */
export function useOwnThings() {
  const withdrawals = useQuery(queryFor(withdrawalList, newest))
  const recharges = useQuery(queryFor(rechargeList, newest))
  const open = useQuery(queryFor(contractOrders, { state: 'open', ...newest }))
  const closed = useQuery(queryFor(contractOrders, { state: 'closed', ...newest }))
  const sales = useQuery(queryFor(floorSaleList, newest))
  const all = [withdrawals, recharges, open, closed, sales]
  const things: OwnThing[] = [
    ...(withdrawals.data?.items ?? []).map((one) => ({ ...one, thing: 'withdrawal' as const, atMs: one.createdMs })),
    ...(recharges.data?.items ?? []).map((one) => ({
      ...one,
      thing: 'recharge' as const,
      amount: one.quantity,
      asset: 'USDT',
      atMs: one.createdAtMs,
    })),
    ...[...(open.data?.items ?? []), ...(closed.data?.items ?? [])].map((one) => ({
      ...one,
      thing: 'order' as const,
      amount: one.stake,
      atMs: one.acceptedAtMs,
    })),
    ...(sales.data?.items ?? []).map((one) => ({
      ...one,
      thing: 'sale' as const,
      amount: one.quantity,
      asset: 'USDT',
      atMs: one.createdMs,
    })),
  ]
  return {
    things: things.toSorted((one, other) => other.atMs - one.atMs),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    isLoading: all.some(({ isPending }) => isPending),
    retry: () => all.forEach(({ refetch }) => void refetch()),
  }
}
