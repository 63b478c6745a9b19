import type { ContractDay, OrderView } from '@candor/api'
import { dayMs } from '@candor/formulas'

/** A day's name, its first instant, and the contracts of it that are listed so far. */
export interface OrderDay {
  /** The local date: "2026-11-21". */
  readonly day: string
  readonly startMs: number
  readonly orders: readonly OrderView[]
}

const minuteMs = 60_000

/** Local time's offset from UTC at an instant, in minutes: the server's parameter for days. */
export function utcOffsetMinutesAt(atMs: number): number {
  return -new Date(atMs).getTimezoneOffset()
}

/** The day of an instant, reckoned as the server does. */
export function dayAt(atMs: number, utcOffsetMinutes: number): { readonly day: string; readonly startMs: number } {
  const offsetMs = utcOffsetMinutes * minuteMs
  const localStartMs = Math.floor((atMs + offsetMs) / dayMs) * dayMs
  return { day: new Date(localStartMs).toISOString().slice(0, 10), startMs: localStartMs - offsetMs }
}

/** Closed orders by the day of their settlement, in the given order. */
export function daysOf(orders: readonly OrderView[], utcOffsetMinutes: number): readonly OrderDay[] {
  const days = Map.groupBy(orders, (order) => dayAt(order.settledAtMs ?? order.exitAtMs, utcOffsetMinutes).startMs)
  return [...days].map(([startMs, listed]) => ({ ...dayAt(startMs, utcOffsetMinutes), orders: listed }))
}

/** Whether the fetched sums end before the listed days do, and there are more to fetch. */
export function wantsMoreSums(
  days: readonly OrderDay[],
  sums: readonly Pick<ContractDay, 'startMs'>[],
  hasMore: boolean,
): boolean {
  const lastDay = days.at(-1)
  const lastSum = sums.at(-1)
  return hasMore && lastDay !== undefined && (lastSum === undefined || lastSum.startMs > lastDay.startMs)
}

/** How a day is called: today and yesterday by name, others by date. */
export function dayName(startMs: number, nowMs: number, utcOffsetMinutes: number): 'today' | 'yesterday' | 'earlier' {
  const today = dayAt(nowMs, utcOffsetMinutes).startMs
  if (startMs === today) return 'today'
  return startMs === today - dayMs ? 'yesterday' : 'earlier'
}
