import { fromBase64, sha256, toBase64, utf8Bytes } from '@candor/proof'
import { placedItem, settledItem } from '@candor/proof/encoding'
import type { PlacedItem, SettledItem } from '@candor/proof/encoding'
import { parseTrustedFile, verifyReceipt } from '@candor/proof/receipt'
import { describe, expect, it } from 'vitest'
import publishedMovement from '../../../../../packages/proof/vectors/movement-receipt.json?raw'
import publishedReceipt from '../../../../../packages/proof/vectors/contract-receipt.json?raw'
import publishedKeys from '../../../../../packages/proof/vectors/trusted.json?raw'
import { readReceipt } from './read-receipt.ts'
import { commonStart, differs, isRefuted, mismatchOf } from './receipt-match.ts'

const trusted = parseTrustedFile(publishedKeys)
/** What the frames of the published order decide. */
const prices = { entry: 1_000_304n, exit: 1_000_036n, isOneEpoch: true, scale: 1 } as const

interface Change {
  readonly placed?: Partial<PlacedItem>
  readonly settled?: Partial<SettledItem>
}

/** The published receipt with changes and a check sum over them. Its own market is no symbol of an installation. */
function receiptWith({ placed, settled }: Change = {}): string {
  const json = JSON.parse(publishedReceipt) as { placed: { item: string }; settled: { item: string } }
  const order = placedItem.decode(fromBase64(json.placed.item))
  const result = settledItem.decode(fromBase64(json.settled.item))
  json.placed.item = toBase64(placedItem.encode({ ...order, symbol: 'BTCUSDT', ...placed }))
  json.settled.item = toBase64(settledItem.encode({ ...result, ...settled }))
  const body = JSON.stringify({ ...json, check: undefined }).slice(0, -1)
  return `${body},"check":"${toBase64(sha256(utf8Bytes(body)).slice(0, 12))}"}`
}

const matchOf = (change: Change) => mismatchOf(readReceipt(receiptWith(change)).value, prices)

describe('the file of a receipt', () => {
  it('asks to check the windows of its order', () => {
    const timing = { entrySlot: 5_010, exitSlot: 5_045, entryWindowSlots: 10, exitWindowSlots: 10 }
    expect(readReceipt(receiptWith()).request).toEqual({ kind: 'contract', symbol: 'BTCUSDT', timing })
    const later = readReceipt(receiptWith({ placed: { exitSlot: 9_000_000 } }))
    expect(later.request.timing.exitSlot).toBe(9_000_000)
  })

  it.each([
    ['no receipt', '{}'],
    ['damaged', receiptWith().replace('"index":4', '"index":5')],
    ['cut off', receiptWith().slice(0, -9)],
    ['the receipt of a movement', publishedMovement],
  ])('is refused where it is %s', (_name, text) => {
    expect(() => readReceipt(text)).toThrow('bad-receipt')
  })

  it('is refused for a market that no log here has, and for windows that no contract has', () => {
    expect(() => readReceipt(publishedReceipt)).toThrow('unknown-instrument')
    expect(() => readReceipt(receiptWith({ placed: { exitSlot: 9_000, entryWindowSlots: 250 } }))).toThrow('bad-link')
    const single = { entryWindowSlots: 1, exitWindowSlots: 1 }
    expect(() => readReceipt(receiptWith({ placed: single }))).toThrow('old-rule')
  })
})

describe('a receipt beside the log', () => {
  it('differs in nothing where it has what the rule makes of the log', () => {
    const match = matchOf({})
    expect(match.stated).toEqual({ entry: 1_000_304n, exit: 1_000_036n, result: 'lost', net: -25_250_000n })
    expect(match.byLog).toEqual(match.stated)
    expect(differs(match)).toBe(false)
  })

  it.each([
    ['a price', { exitPrice: 1_000_037n }, { prices: true, result: false, net: false }],
    ['the result', { result: 'won' }, { prices: false, result: true, net: false }],
    ['the amount', { net: -25_240_000n }, { prices: false, result: false, net: true }],
    [
      'all of them',
      { exitPrice: 1_000_500n, result: 'won', net: 20_380_000n },
      { prices: true, result: true, net: true },
    ],
  ] as const)('differs in %s that was changed, and keeps the log’s', (_name, settled, expected) => {
    const match = matchOf({ settled })
    expect(match).toMatchObject(expected)
    expect(match.byLog).toEqual({ entry: 1_000_304n, exit: 1_000_036n, result: 'lost', net: -25_250_000n })
    expect(isRefuted(match, { verdict: 'passed' })).toBe(true)
  })

  it('differs where the log has no price at all', () => {
    const { value } = readReceipt(receiptWith())
    const match = mismatchOf(value, { ...prices, entry: null })
    expect(match.byLog).toEqual({ entry: null, exit: null, result: 'void', net: 0n })
    expect([match.prices, match.result, match.net]).toEqual([true, true, true])
  })

  it('fails with the log’s figures where the keys of another log signed it', async () => {
    const match = matchOf({})
    expect(isRefuted(match, await verifyReceipt(publishedReceipt, trusted))).toBe(false)
    const others = { ...trusted, ticks: trusted.events }
    expect(isRefuted(match, await verifyReceipt(publishedReceipt, others))).toBe(true)
  })

  it('has the digits in common that come before the first that differs', () => {
    const pairs = [
      ['4,074.58', '4,076.48'],
      ['lost', 'won'],
      ['4,074.5', '4,074.58'],
      ['4,074.58', '4,074.58'],
    ] as const
    expect(pairs.map(([one, other]) => commonStart(one, other))).toEqual([4, 0, 7, 8])
  })
})
