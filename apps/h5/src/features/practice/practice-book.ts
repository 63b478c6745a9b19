import { orderView } from '@candor/api'
import type { OrderView } from '@candor/api'
import { formatUnits, parseUnits, unitsPerCoin } from '@candor/money'
import * as z from 'zod/mini'

/** Practice money that every browser starts with, and its currency. */
export const startUnits = 10_000n * unitsPerCoin
export const practiceAsset = 'USD'

/** Settled contracts of before the newest of these are kept in the balance only. */
const keptMax = 50

/** All of a browser's practice: contracts, newest first, and the result of those that are not kept any more. */
export interface PracticeBook {
  readonly earlierUnits: bigint
  readonly orders: readonly OrderView[]
}

export const freshBook: PracticeBook = { earlierUnits: 0n, orders: [] }

const stored = z.object({ version: z.literal(1), earlier: z.string(), orders: z.array(orderView) })

/** Reads a stored book. One that is not sound, in form or in its sums, is a fresh one. */
export function parseBook(text: string): PracticeBook {
  try {
    const parsed = z.safeParse(stored, JSON.parse(text))
    if (!parsed.success) return freshBook
    const earlierUnits = parseUnits(parsed.data.earlier)
    const book = earlierUnits === null ? freshBook : { earlierUnits, orders: parsed.data.orders }
    return isSound(book) ? book : freshBook
  } catch {
    // Not JSON.
    return freshBook
  }
}

export function bookText({ earlierUnits, orders }: PracticeBook): string {
  return JSON.stringify({ version: 1, earlier: formatUnits(earlierUnits), orders })
}

/** What is left for another contract: the start, the results so far, less stake and fee of the open contracts. */
export function availableUnits({ earlierUnits, orders }: PracticeBook): bigint {
  return orders.reduce((units, order) => units + changeOf(order), startUnits + earlierUnits)
}

/** The book with another contract; null where stake and fee are more than what is left. */
export function withOrder(book: PracticeBook, order: OrderView): PracticeBook | null {
  if (book.orders.some(({ id }) => id === order.id)) return book
  const next = { ...book, orders: [order, ...book.orders] }
  return availableUnits(next) < 0n ? null : withoutOldest(next)
}

/** The book with a contract's entry price or result. What is settled stays as it is: two tabs may decide it. */
export function withDecision(book: PracticeBook, decided: OrderView): PracticeBook {
  const orders = book.orders.map((order) => (order.id === decided.id && order.state === 'open' ? decided : order))
  return withoutOldest({ ...book, orders })
}

function withoutOldest({ earlierUnits, orders }: PracticeBook): PracticeBook {
  const closed = orders.filter(({ state }) => state === 'closed')
  const gone = new Set(closed.slice(keptMax))
  return {
    earlierUnits: [...gone].reduce((units, order) => units + changeOf(order), earlierUnits),
    orders: orders.filter((order) => !gone.has(order)),
  }
}

function changeOf({ state, net, stake, fee }: OrderView): bigint {
  return state === 'closed' ? unitsOf(net ?? '0') : -(unitsOf(stake) + unitsOf(fee))
}

function unitsOf(text: string): bigint {
  const units = parseUnits(text)
  if (units === null) throw new Error('a practice contract has an amount that is none')
  return units
}

function isSound(book: PracticeBook): boolean {
  const isOwn = book.orders.every(
    ({ asset, state, net, result }) =>
      asset === practiceAsset && (state === 'open') === (result === null) && (result === null) === (net === null),
  )
  return isOwn && availableUnits(book) >= 0n
}
