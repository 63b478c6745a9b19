import type { AnnouncementView } from '@candor/api/operator'
import type { Language, MessageGroup, MessageView, OrderView } from '@candor/api'
import { formatAmount, formatDecimal } from '@candor/money'
import type { Amount } from '@candor/money'

/** A settled contract, as its message shows it. */
export interface OrderMessage {
  readonly symbol: string
  /** Of both prices. */
  readonly priceDecimals: number
  readonly direction: OrderView['direction']
  readonly result: NonNullable<OrderView['result']>
  readonly net: Amount
  readonly entryPrice: bigint | null
  readonly exitPrice: bigint | null
}

/** What an announcement says. */
export type AnnouncedWords = Pick<AnnouncementView, 'kind' | 'titles' | 'texts'> & { readonly link: string | null }

interface CommonRecord {
  /** Of the message row, the order or the announcement. */
  readonly id: bigint
  readonly atMs: number
  readonly isRead: boolean
  readonly group: MessageGroup
}

/** The content of an inbox. */
export type InboxRecord = CommonRecord &
  (
    | {
        readonly source: 'decision'
        readonly kind: string
        /** Such as 'withdrawal:45'. */
        readonly subject: string
        readonly details: Readonly<Record<string, unknown>>
      }
    | { readonly source: 'order'; readonly order: OrderMessage }
    | { readonly source: 'announcement'; readonly words: AnnouncedWords }
  )

/** Each source's rank among messages of the same time, and the letter of its ids. */
const sources = {
  announcement: { rank: 1, letter: 'a' },
  decision: { rank: 2, letter: 'm' },
  order: { rank: 3, letter: 'o' },
} as const

/** A position in the inbox. */
export interface InboxKey {
  readonly atMs: number
  readonly rank: number
  readonly id: bigint
}

/** A message as its reader sees it. */
export function messageView(message: InboxRecord, lang: Language): MessageView {
  const common = {
    id: `${sources[message.source].letter}${message.id}`,
    group: message.group,
    atMs: message.atMs,
    isRead: message.isRead,
  }
  switch (message.source) {
    case 'announcement': {
      const { kind: about, titles, texts, link } = message.words
      const title = titles?.[lang] ?? titles?.en ?? null
      return { type: 'announcement', ...common, about, title, text: texts[lang] ?? texts.en, link }
    }
    case 'decision': {
      const thingId = message.subject.slice(message.subject.indexOf(':') + 1)
      return { type: 'decision', ...common, kind: message.kind, thingId, details: { ...message.details } }
    }
    case 'order': {
      const { symbol, direction, result, net, entryPrice, exitPrice, priceDecimals } = message.order
      const price = (ticks: bigint | null) => (ticks === null ? null : formatDecimal(ticks, priceDecimals))
      return {
        type: 'order',
        ...common,
        orderId: message.id.toString(),
        symbol,
        direction,
        result,
        asset: net.asset,
        net: formatAmount(net),
        entryPrice: price(entryPrice),
        exitPrice: price(exitPrice),
      }
    }
  }
}

/** Parses a message id; null when malformed. */
export function messageIdOf(text: string): Pick<InboxRecord, 'source' | 'id'> | null {
  const match = /^([amo])(\d{1,18})$/.exec(text)
  if (match === null) return null
  const [, letter, id = ''] = match
  return { source: letter === 'a' ? 'announcement' : letter === 'm' ? 'decision' : 'order', id: BigInt(id) }
}

/** Where the next page begins, as the client's cursor. */
export function cursorOf({ atMs, source, id }: InboxRecord): string {
  return `${atMs}-${sources[source].rank}-${id}`
}

/** Parses a cursor; null when malformed. */
export function keyOf(cursor: string): InboxKey | null {
  const match = /^(\d{1,15})-([123])-(\d{1,18})$/.exec(cursor)
  if (match === null) return null
  const [, atMs, rank, id = ''] = match
  return { atMs: Number(atMs), rank: Number(rank), id: BigInt(id) }
}
