import * as z from 'zod/mini'
import { confirmedActs } from '@candor/api/operator'
import type { ConfirmedAct } from '@candor/api/operator'

/** What the bytes of a confirmation say. Everything that the dialog shows of the case comes from here. */
export interface SignedCase {
  readonly act: ConfirmedAct
  readonly number: string
  /** The operator who signs. */
  readonly operator: string
  /** The main fact: an amount with its asset, or the subject of the terms. Null where the act has none. */
  readonly headline: Headline | null
  /** The signed details by name, in the order in which they are shown. */
  readonly details: readonly { readonly name: DetailName; readonly value: SignedValue }[]
  /** The values that change. All of them where there was no earlier version: `from` is null then. */
  readonly changes: readonly SignedChange[]
  /** What another operator did before; null where nobody did. */
  readonly first: FirstAct | null
}

export type Headline =
  | { readonly kind: 'amount'; readonly amount: string; readonly asset: string }
  | { readonly kind: 'subject'; readonly name: string; readonly durationMs: number | null }

export interface SignedChange {
  readonly name: ChangeName
  readonly from: SignedValue | null
  readonly to: SignedValue
}

export type SignedValue = string | number | boolean

/** What another operator did. Who it was stays hidden until the second operator has decided, too. */
export type FirstAct = 'proposed' | 'approved' | 'reported'

/** Details in the order in which an operator reads them. */
const detailNames = [
  'amount',
  'paid',
  'arrives',
  'fee',
  'creditedIn',
  'account',
  'merchant',
  'destination',
  'chain',
  'instrument',
  'setting',
  'direction',
  'asset',
  'durationMs',
  'unitPrice',
  'officialPrice',
  'total',
  'minimum',
  'maximum',
  'isAuto',
  'haltedFor',
  'reference',
  'reason',
  'note',
  'step',
] as const
export type DetailName = (typeof detailNames)[number]

/** The values of terms in the order in which an operator reads them. */
const changeNames = [
  'settingAmount',
  'settingCount',
  'settingMs',
  'isOffered',
  'isOpen',
  'spreadBps',
  'bandBps',
  'dailyRatePpm',
  'payoutBps',
  'feeBps',
  'stakeMin',
  'stakeMax',
  'minimum',
  'maximum',
  'isWholeNumber',
  'quoteMs',
  'maxOpenPayout',
  'entryWindowSlots',
  'exitWindowSlots',
] as const
export type ChangeName = (typeof changeNames)[number]

const firstLine = 'Candor confirmation 1\n'
const values = z.record(z.string(), z.unknown())
const signedJson = z.object({
  act: z.enum(confirmedActs),
  number: z.string(),
  operator: z.string(),
  details: values,
})
const amounts: ReadonlySet<string> = new Set(['amount', 'arrives', 'fee'])

/**
 * Reads the bytes that are signed. Null where they are none that this console knows, or hold a value of terms that it
 * cannot show: then nothing is signed.
 */
export function readSigned(bytes: string): SignedCase | null {
  if (!bytes.startsWith(firstLine)) return null
  const parsed = z.safeParse(signedJson, jsonOf(bytes.slice(firstLine.length)))
  if (!parsed.success) return null
  const { act, number, operator, details } = parsed.data
  const changes = changesOf(details)
  if (changes === null) return null
  const headline = headlineOf(details)
  return {
    act,
    number,
    operator,
    headline,
    details: detailsOf(details),
    changes,
    first: firstOf(act, details),
  }
}

function firstOf(act: ConfirmedAct, details: Details): FirstAct | null {
  if (act !== 'withdrawal.approve' && act !== 'withdrawal.fail' && act !== 'deposit.approve') return 'proposed'
  if (details['step'] !== '2 of 2') return null
  return act === 'withdrawal.fail' ? 'reported' : 'approved'
}

type Details = Readonly<Record<string, unknown>>

function detailsOf(details: Details): SignedCase['details'] {
  const asset = textOf(details['asset'])
  return detailNames.flatMap((name) => {
    const value = name === 'destination' ? destinationText(details[name]) : plainValue(details[name])
    // Beside an amount, the asset is part of it.
    if (value === null || (name === 'asset' && 'amount' in details)) return []
    return [{ name, value: amounts.has(name) && asset !== null ? `${String(value)} ${asset}` : value }]
  })
}

function headlineOf(details: Details): Headline | null {
  const [amount, asset] = [textOf(details['amount']), textOf(details['asset'])]
  if (amount !== null && /^-?\d+(\.\d+)?$/.test(amount)) return { kind: 'amount', amount, asset: asset ?? '' }
  const name = ['instrument', 'setting', 'direction', 'asset', 'merchant']
    .map((key) => textOf(details[key]))
    .find((text) => text !== null)
  if (name === undefined) return null
  const { durationMs } = details
  return { kind: 'subject', name, durationMs: typeof durationMs === 'number' ? durationMs : null }
}

/** The values that differ between the version that is followed and the proposed one; null where one cannot be shown. */
function changesOf({ from, to }: Details): readonly SignedChange[] | null {
  if (to === undefined) return []
  const wanted = z.safeParse(values, to)
  const followed = z.safeParse(z.nullable(values), from)
  if (!wanted.success || !followed.success) return null
  if (Object.keys(wanted.data).some((name) => !changeNames.some((known) => known === name))) return null
  return changeNames.flatMap((name) => {
    const [before, after] = [plainValue(followed.data?.[name]), plainValue(wanted.data[name])]
    return after === null || after === before ? [] : [{ name, from: before, to: after }]
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function plainValue(value: unknown): SignedValue | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

const wallet = z.object({ chain: z.string(), addressStart: z.string(), addressEnd: z.string() })
const bankCard = z.object({ bankName: z.string(), holder: z.string(), numberEnd: z.string() })

/** What is signed of a destination: its ends, and a digest of the whole. */
function destinationText(value: unknown): string | null {
  const address = z.safeParse(wallet, value)
  if (address.success) return `${address.data.chain} ${address.data.addressStart}…${address.data.addressEnd}`
  const card = z.safeParse(bankCard, value)
  return card.success ? `${card.data.bankName}, ${card.data.holder}, •••• ${card.data.numberEnd}` : null
}
