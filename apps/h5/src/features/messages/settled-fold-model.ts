import type { MessageView } from '@candor/api'
import { formatUnits, parseUnits } from '@candor/money'

export type SettledMessage = Extract<MessageView, { type: 'order' }>

/** The settled contracts of one day, folded into one entry of the inbox. */
export interface SettledFold {
  readonly type: 'fold'
  /** Of the newest message. */
  readonly id: string
  readonly atMs: number
  /** At least two, newest first. */
  readonly orders: readonly SettledMessage[]
  /** Whether these are all of the day's: not where a further page may have more. */
  readonly isWhole: boolean
}

export type InboxEntry = MessageView | SettledFold

/**
 * Folds the settled contracts of each day, at the place of the newest one. A single one stays as it is. `dayName` is
 * that of a message's day; with further pages, the day of the last message may not be whole.
 */
export function foldSettled(
  messages: readonly MessageView[],
  dayName: (atMs: number) => string,
  hasMore: boolean,
): readonly InboxEntry[] {
  const days = Map.groupBy(messages.filter(isSettled), ({ atMs }) => dayName(atMs))
  const last = messages.at(-1)
  const openDay = hasMore && last !== undefined ? dayName(last.atMs) : null
  return messages.flatMap((message): readonly InboxEntry[] => {
    if (!isSettled(message)) return [message]
    const day = dayName(message.atMs)
    const orders = days.get(day) ?? []
    if (orders.length < 2) return [message]
    const { id, atMs } = message
    return orders[0] === message ? [{ type: 'fold', id, atMs, orders, isWhole: day !== openDay }] : []
  })
}

/** The local day of a moment: "2026-11-23". */
export function dayOf(atMs: number): string {
  const at = new Date(atMs)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

function isSettled(message: MessageView): message is SettledMessage {
  return message.type === 'order'
}

/** The results of settled contracts by asset, USD first. */
export function netsOf(orders: readonly SettledMessage[]) {
  const byAsset = Map.groupBy(orders, ({ asset }) => asset)
  return [...byAsset]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([asset, own]) => ({
      asset,
      amount: formatUnits(own.reduce((sum, { net }) => sum + (parseUnits(net) ?? 0n), 0n)),
    }))
}
