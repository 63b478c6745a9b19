import * as z from 'zod/mini'

/** What the bytes of a confirmation say. Everything that the dialog shows of the case comes from here. */
export interface SignedCase {
  readonly act: string
  readonly number: string
  /** The signed details by name, in the order in which they are shown. */
  readonly details: readonly { readonly name: DetailName; readonly value: string }[]
}

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
  'reference',
  'reason',
  'note',
  'proposedBy',
] as const
export type DetailName = (typeof detailNames)[number]

const firstLine = 'Candor confirmation 1\n'
const signedJson = z.object({
  act: z.string(),
  number: z.string(),
  details: z.record(z.string(), z.unknown()),
})
const amounts: ReadonlySet<string> = new Set(['amount', 'arrives', 'fee'])

/** Reads the bytes that are signed. Null where they are none that this console knows: then nothing is signed. */
export function readSigned(bytes: string): SignedCase | null {
  if (!bytes.startsWith(firstLine)) return null
  const parsed = z.safeParse(signedJson, jsonOf(bytes.slice(firstLine.length)))
  if (!parsed.success) return null
  const { act, number, details } = parsed.data
  const asset = typeof details['asset'] === 'string' ? ` ${details['asset']}` : ''
  return {
    act,
    number,
    details: detailNames.flatMap((name) => {
      const value = name === 'destination' ? destinationText(details[name]) : plainText(details[name])
      return value === '' ? [] : [{ name, value: amounts.has(name) ? value + asset : value }]
    }),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const wallet = z.object({ chain: z.string(), addressStart: z.string(), addressEnd: z.string() })
const bankCard = z.object({ bankName: z.string(), holder: z.string(), numberEnd: z.string() })

/** What is signed of a destination: its ends, and a digest of the whole. */
function destinationText(value: unknown): string {
  const address = z.safeParse(wallet, value)
  if (address.success) return `${address.data.chain} ${address.data.addressStart}…${address.data.addressEnd}`
  const card = z.safeParse(bankCard, value)
  return card.success ? `${card.data.bankName}, ${card.data.holder}, •••• ${card.data.numberEnd}` : ''
}
