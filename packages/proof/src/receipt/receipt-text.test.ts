import { expect, test } from 'vitest'
import fc from 'fast-check'
import { concatBytes, toBase64, utf8Bytes } from '../bytes.ts'
import { ProofError } from '../errors.ts'
import { sha256 } from '../hash.ts'
import { parsePolicy } from '../policy.ts'
import { randomOf } from '../testing/random.ts'
import { syntheticVkey } from '../testing/synthetic-keys.ts'
import { syntheticParts, syntheticTrust } from '../testing/synthetic-receipt.ts'
import { eventfulMarket, plainReceipt, randomOrder } from '../testing/synthetic-world.ts'
import { acceptanceWriter, buildReceipt, parseReceipt, receiptLogProofs, verifyReceipt } from './index.ts'

const witnesses = ['one.example', 'two.example']

/** A policy that asks for both cosignatures, so that none of them may be damaged. */
async function strictPolicy() {
  const [one = '', two = ''] = await Promise.all(witnesses.map((name) => syntheticVkey(name, 'cosignature')))
  return parsePolicy(`witness one ${one}\nwitness two ${two}\ngroup both all one two\nquorum both\n`)
}

/** The text with the check that belongs to what it says. */
function recheck(text: string): string {
  const body = text.slice(0, text.lastIndexOf(',"check":"'))
  return `${body},"check":"${toBase64(sha256(utf8Bytes(body)).slice(0, 12))}"}`
}

test('is the same after parsing, as a text and as bytes', async () => {
  const { text, trusted } = await plainReceipt()
  expect(parseReceipt(text)).toEqual(parseReceipt(utf8Bytes(text)))
  expect((await verifyReceipt(utf8Bytes(text), trusted)).verdict).toBe('passed')
  expect(recheck(text)).toBe(text)
})

test('of acceptances has the check of what it says, whatever was written before it', () => {
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const item = fc.uint8Array({ maxLength: 300 })
  const placed = fc.record({ salt: hash, item, index: fc.nat(), path: fc.array(hash, { maxLength: 20 }) })
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(placed), (note, orders) => {
      const write = acceptanceWriter(note)
      for (const order of orders) {
        const text = write(order)
        expect(text).toBe(recheck(text))
        expect(JSON.parse(text)).toMatchObject({
          acceptance: note,
          placed: { index: order.index, item: toBase64(order.item), path: toBase64(concatBytes(...order.path)) },
        })
      }
    }),
    { numRuns: 30 },
  )
})

/** Whether the bytes are taken for a receipt. Throws other errors than ProofError. */
function isParsed(bytes: Uint8Array): boolean {
  try {
    parseReceipt(bytes)
    return true
  } catch (error) {
    if (error instanceof ProofError) return false
    throw error
  }
}

test('is refused with any single bit changed, at every byte', async () => {
  const { text, trusted } = await plainReceipt({ witnesses })
  const bytes = utf8Bytes(text)
  const parsed: [byte: number, bit: number][] = []
  for (let at = 0; at < bytes.length; at += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ (1 << bit)
      if (isParsed(changed)) parsed.push([at, bit])
    }
  }
  expect(parsed).toEqual([])
  expect((await verifyReceipt(bytes.with(100, (bytes[100] ?? 0) ^ 1), trusted)).steps[0]?.state).toBe('failed')
}, 120_000)

test('is refused by what it proves, too, where the check is made to fit a changed byte', async () => {
  const { text, trusted } = await plainReceipt({ witnesses })
  const strict = { ...trusted, policy: await strictPolicy() }
  expect((await verifyReceipt(text, strict)).verdict).toBe('passed')
  const random = randomOf(3)
  const body = text.slice(0, text.lastIndexOf(',"check"'))
  const failed = new Map<string, number>()
  for (let at = 0; at < body.length; at += 3) {
    const character = String.fromCharCode(body.charCodeAt(at) ^ (1 << random.below(7)))
    const changed = recheck(`${body.slice(0, at)}${character}${text.slice(at + 1)}`)
    const { verdict, steps } = await verifyReceipt(changed, strict)
    expect({ at, verdict }).toEqual({ at, verdict: 'failed' })
    const name = steps.find(({ state }) => state === 'failed')?.name ?? 'none'
    failed.set(name, (failed.get(name) ?? 0) + 1)
  }
  const names = ['format', 'acceptance', 'placed-in-log', 'frames-in-log', 'records', 'signatures', 'witnesses']
  expect(names.filter((name) => !failed.has(name))).toEqual([])
}, 120_000)

test('of other orders is refused with a changed bit as well', async () => {
  const market = eventfulMarket()
  const trusted = await syntheticTrust(market)
  const random = randomOf(4)
  for (let sample = 0; sample < 60; sample += 1) {
    const bytes = utf8Bytes(buildReceipt(await syntheticParts(market, randomOrder(random), random)))
    for (let change = 0; change < 10; change += 1) {
      const at = random.below(bytes.length)
      const changed = bytes.with(at, (bytes[at] ?? 0) ^ (1 << random.below(8)))
      expect((await verifyReceipt(changed, trusted)).verdict).toBe('failed')
    }
  }
}, 120_000)

test.each<[string, (text: string) => string]>([
  ['a space before it', (text) => ` ${text}`],
  ['a newline after it', (text) => `${text}\n`],
  ['a space between members', (text) => text.replace(',"kind"', ', "kind"')],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['a repeated member', (text) => text.replace(',"kind":"contract"', ',"kind":"contract","kind":"contract"')],
  ['another member', (text) => text.replace(',"kind"', ',"note":"","kind"')],
  ['another member of a part', (text) => text.replace('"salt":', '"note":"","salt":')],
  ['a prototype', (text) => text.replace('{"salt":', '{"__proto__":{},"salt":')],
  ['members in another order', (text) => text.replace(/("index":\d+),("path":"[^"]*")/, '$2,$1')],
  ['a longer array', (text) => text.replace('"frames":[[', '"frames":[["",')],
  ['an escape that is not needed', (text) => text.replace('"contract"', '"\\u0063ontract"')],
  ['an index with an exponent', (text) => text.replace(/"leaf":(\d+)/, '"leaf":$1e0')],
  ['an index with a fraction', (text) => text.replace(/"leaf":(\d+)/, '"leaf":$1.0')],
  ['a negative zero', (text) => text.replace(/"index":\d+/, '"index":-0')],
  ['no check', (text) => text.replace(/,"check":"[^"]*"/, '')],
  ['another format', (text) => text.replace('candor-receipt/1', 'candor-receipt/2')],
  ['another kind', (text) => text.replace('"kind":"contract"', '"kind":"order"')],
  ['no shard', (text) => text.replace(/"events":\[.*\],"ticks"/, '"events":[],"ticks"')],
])('is refused with %s, even where the check fits', async (_, change) => {
  const { text, trusted } = await plainReceipt()
  const changed = change(text)
  expect(changed).not.toBe(text)
  const { verdict, steps } = await verifyReceipt(changed.includes('"check"') ? recheckEnd(changed) : changed, trusted)
  expect(verdict).toBe('failed')
  expect(steps[0]).toMatchObject({ name: 'format', state: 'failed' })
  expect(steps).toHaveLength(11)
})

/** As `recheck`, keeping what follows the receipt. */
function recheckEnd(text: string): string {
  return `${recheck(text)}${text.slice(text.lastIndexOf('}') + 1)}`
}

test.each([
  [null],
  [undefined],
  [5],
  [{ format: 'candor-receipt/1' }],
  [''],
  ['{}'],
  ['[]'],
  ['null'],
  ['{"format":1}'],
])('is not %j', async (value) => {
  expect((await verifyReceipt(value, (await plainReceipt()).trusted)).steps[0]?.state).toBe('failed')
})

test('has at most 32,768 bytes', () => {
  expect(() => parseReceipt('x'.repeat(32_769))).toThrow('The receipt has more than 32768 bytes.')
  expect(() => parseReceipt(new Uint8Array(32_769))).toThrow('The receipt has more than 32768 bytes.')
})

test('is refused by ProofError alone, whatever the JSON', async () => {
  const { text } = await plainReceipt()
  const whole = JSON.parse(text) as Record<string, unknown>
  const names = Object.keys(whole)
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.jsonValue(), fc.jsonValue(), (name, value, other) => {
      for (const json of [{ ...whole, [name]: value }, other, { ...whole, [name]: [value, value] }]) {
        const changed = JSON.stringify(json)
        if (changed === text) continue
        expect(() => parseReceipt(changed)).toThrow(ProofError)
        expect(() => receiptLogProofs(changed)).toThrow(ProofError)
      }
    }),
  )
})
