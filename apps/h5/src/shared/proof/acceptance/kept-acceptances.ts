import * as z from 'zod/mini'
import type { OrderView } from '@candor/api'
import { storedValue } from '@candor/client'
import { dayMs } from '@candor/formulas'

/** The signed promise that came with a purchase, as this device keeps it. */
const keptAcceptance = z.object({
  orderId: z.string(),
  /** The text of an acceptance. */
  text: z.string(),
  /** This device's time when it arrived. */
  receivedMs: z.number(),
  /** When it may be forgotten: some days after the settlement. */
  untilMs: z.number(),
})
export type KeptAcceptance = z.output<typeof keptAcceptance>

/** Disputes are raised within days of a settlement; the log keeps the batch for good. */
const keptDays = 14
/** About 1 kB each; browsers give a site 5 MB of such storage. */
const mostKept = 200

const stored = storedValue({ key: 'candor.own.acceptances', parse: (text) => text, fallback: '' })

function all(): readonly KeptAcceptance[] {
  const known = z.safeParse(z.array(keptAcceptance), jsonOf(stored.get()))
  return known.success ? known.data : []
}

/** Keeps the acceptance of a bought order, and forgets those that are older than needed. */
export function keepAcceptance(order: Pick<OrderView, 'id' | 'exitAtMs'>, text: string, nowMs: number): void {
  const others = all().filter(({ orderId, untilMs }) => orderId !== order.id && untilMs > nowMs)
  const kept = {
    orderId: order.id,
    text,
    receivedMs: nowMs,
    untilMs: Math.max(order.exitAtMs, nowMs) + keptDays * dayMs,
  }
  stored.set(JSON.stringify([...others.slice(-(mostKept - 1)), kept]))
}

/** The acceptance of an order; null where this device has none. */
export function acceptanceOf(orderId: string): KeptAcceptance | null {
  return all().find((one) => one.orderId === orderId) ?? null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
