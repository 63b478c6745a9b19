import type { Language, PushKind } from '@candor/api'
import type { AnnouncementView } from '@candor/api/operator'
import { amount, formatAmount, parseAmount } from '@candor/money'
import type { Amount } from '@candor/money'
import { pushTexts } from './push-texts.ts'
import type { PushTexts } from './push-texts.ts'

/**
 * A notification shown by the app's worker. `id` names the inbox message: it opens from there, and replaces an earlier
 * notification about itself.
 */
export interface PushNote {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly lang: Language
  readonly atMs: number
}

/** An inbox event to notify a device about. */
export type PushItem = { readonly id: bigint; readonly atMs: number } & (
  | { readonly source: 'order'; readonly name: string; readonly net: Amount }
  | { readonly source: 'decision'; readonly kind: string; readonly details: Readonly<Record<string, unknown>> }
  | ({ readonly source: 'announcement' } & Pick<AnnouncementView, 'titles' | 'texts'>)
)

/** A subscriber's preferences. */
export interface PushReader {
  readonly lang: Language
  readonly showsAmounts: boolean
}

/** Message kinds by their beginnings, as devices choose them. */
export const kindsByPrefix = {
  kyc: 'decision',
  security: 'decision',
  correction: 'decision',
  withdrawal: 'withdrawal',
  recharge: 'recharge',
} as const satisfies Record<string, PushKind>

/** Notifications carry little: push services take 4 kB encrypted, and a screen shows a few lines. */
const longestText = 300
const letters = { order: 'o', decision: 'm', announcement: 'a' } as const

/**
 * A notification in its reader's language: its subject, an amount only if the reader wants amounts on the screen, and
 * never a prompt to trade again.
 */
export function pushNoteOf(item: PushItem, reader: PushReader): PushNote {
  const texts = pushTexts(reader.lang)
  return {
    id: `${letters[item.source]}${item.id}`,
    title: titleOf(item, reader, texts),
    text: textOf(item, reader, texts),
    lang: reader.lang,
    atMs: item.atMs,
  }
}

const titled: readonly (keyof PushTexts)[] = [
  'alert',
  'kyc',
  'security',
  'correction',
  'withdrawal',
  'recharge',
  'sale',
  'term',
  'invite',
  'support',
]

function titleOf(item: PushItem, { lang }: PushReader, texts: PushTexts): string {
  if (item.source === 'order') return texts.order.replace('{name}', () => item.name)
  if (item.source === 'announcement') return item.titles?.[lang] ?? item.titles?.en ?? texts.announcement
  const thing = titled.find((name) => item.kind.startsWith(`${name}-`))
  return texts[thing ?? 'other']
}

function textOf(item: PushItem, { lang, showsAmounts }: PushReader, texts: PushTexts): string {
  if (item.source === 'announcement') return shortened(item.texts[lang] ?? item.texts.en)
  if (!showsAmounts) return texts.text
  if (item.source === 'order') return moneyText(lang, item.net, 'exceptZero')
  const sum = sumOf(item.details)
  return sum === null ? texts.text : moneyText(lang, sum, 'auto')
}

/** The amount of a decision: messages were written by various versions of the server, so no field is certain. */
function sumOf({ amount: sum, total, creditedUnits, asset }: Readonly<Record<string, unknown>>): Amount | null {
  if (asset !== 'USD' && asset !== 'USDT') return null
  if (typeof creditedUnits === 'string' && /^\d{1,18}$/.test(creditedUnits)) return amount(asset, BigInt(creditedUnits))
  const text = total ?? sum
  return typeof text === 'string' ? parseAmount(asset, text) : null
}

function moneyText(lang: Language, shown: Amount, signDisplay: 'exceptZero' | 'auto'): string {
  const text = formatAmount(shown)
  if (!isDecimal(text)) return pushTexts(lang).text
  const format = new Intl.NumberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 6, signDisplay })
  // A text is formatted to its last digit, where a number would be rounded.
  return `${format.format(text)} ${shown.asset}`
}

const isDecimal = (text: string): text is `${number}` => /^-?\d{1,13}(\.\d{1,6})?$/.test(text)

function shortened(text: string): string {
  const signs = Array.from(text)
  return signs.length <= longestText ? text : `${signs.slice(0, longestText - 1).join('')}…`
}
