import { createHash } from 'node:crypto'
import { noteVerifier, parseNote, parseVerifierKey, utf8Bytes, verifyNote } from '@candor/proof'
import { parseReceipt, receiptLogProofs, verifyReceipt } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import { randomOf } from '../packages/proof/src/testing/random.ts'
import { receiptAtScale } from '../packages/proof/src/testing/receipt-at-scale.ts'
import { atLeast, atMost, bench, median } from './figure.ts'
import type { Figure } from './figure.ts'
import { verifyInBrowser } from './proof-in-browser.ts'

interface Sample {
  readonly text: string
  readonly trusted: Trusted
}

/**
 * Receipts of 60 seconds from anywhere in a half-year of logs, as a customer or a regulator verifies them, in Node and in
 * Chromium. Every tenth has a changed character that its check sum does not show; both find the same.
 */
export const proof = bench({
  about: 'Receipts verified a second in Node and in Chromium, and their size, at the scale of a half-year of logs',
  sizes: { runs: 5, receipts: 300 },
  smokeSizes: { runs: 1, receipts: 3 },
  bars: {
    'proof-receipts': atLeast(2_000),
    'proof-receipts-chromium': atLeast(300),
    'proof-receipt-size': atMost(8_192),
  },
  async run({ runs, receipts }) {
    const samples = await samplesOf(receipts)
    const verified: number[] = []
    const signatures: number[] = []
    for (let run = 0; run < runs; run += 1) {
      verified.push(await ratePerSecond(samples, verifyWhole))
      signatures.push(await ratePerSecond(samples, verifySignatures))
    }
    return [
      {
        name: 'proof-receipts',
        unit: 'receipts/s',
        value: median(verified),
        against: 'their three signatures alone',
        againstValue: median(signatures),
      },
      await browserFigure(samples, median(verified)),
      sizeFigure(samples),
    ]
  },
})

async function samplesOf(count: number): Promise<Sample[]> {
  const random = randomOf(1)
  const samples: Sample[] = []
  for (let sample = 0; sample < count; sample += 1) {
    const placedLeaf = random.below(4_999_900)
    const scale = {
      host: 'trade.candor.example',
      witnesses: ['witness-one.example/w1', 'witness-two.example/w2'],
      durationSlots: 120,
      exitWindowSlots: 10,
      ticksSize: 31_449_600,
      entryLeaf: 1 + random.below(31_449_000),
      eventsSize: 5_000_000,
      placedLeaf,
      settledLeaf: placedLeaf + 20,
      instrumentCount: 110,
      itemCount: 500,
    }
    samples.push(await receiptAtScale(scale, random))
  }
  return samples
}

async function ratePerSecond(samples: readonly Sample[], verify: (sample: Sample) => Promise<void>): Promise<number> {
  const startMs = performance.now()
  for (const sample of samples) await verify(sample)
  return (samples.length * 1000) / (performance.now() - startMs)
}

async function verifyWhole({ text, trusted }: Sample): Promise<void> {
  const { verdict } = await verifyReceipt(text, trusted)
  if (verdict !== 'passed') throw new Error('a sound receipt did not pass')
}

async function verifySignatures({ text, trusted }: Sample): Promise<void> {
  const receipt = parseReceipt(text)
  if (receipt.kind !== 'contract') throw new Error('the receipt is of another kind')
  const keys = [...trusted.acceptance, ...trusted.events, ...trusted.ticks].map(parseVerifierKey).map(noteVerifier)
  const notes = [receipt.acceptance, ...[...receipt.events, ...receipt.ticks].map(({ checkpoint }) => checkpoint)]
  for (const note of notes) await verifyNote(parseNote(note), keys)
}

/** The rate in Chromium, once its verdicts are known to be those of Node. Throws where one differs. */
async function browserFigure(samples: readonly Sample[], inNode: number): Promise<Figure> {
  const [first] = samples
  if (first === undefined) throw new Error('there are no receipts')
  const { policy: _policy, nowMs: _nowMs, terms: _terms, ...keys } = first.trusted
  const texts = samples.map(({ text }, at) => (at % 10 === 1 ? changed(text, at) : text))
  const { outcomes, ms } = await verifyInBrowser(texts, keys)
  for (const [at, text] of texts.entries()) {
    const { verdict, steps } = await verifyReceipt(text, keys)
    const outcome = `${verdict} ${steps.find(({ state }) => state === 'failed')?.name ?? ''}`
    if (outcome !== outcomes[at]) throw new Error(`receipt ${at}: ${outcome} in Node, ${outcomes[at]} in Chromium`)
    if ((verdict === 'passed') !== (at % 10 !== 1)) throw new Error(`receipt ${at} is ${verdict}`)
  }
  return {
    name: 'proof-receipts-chromium',
    unit: 'receipts/s',
    value: (texts.length * 1000) / ms,
    against: 'in Node',
    againstValue: inNode,
  }
}

/** Another letter or digit in the order or its settlement, where every byte counts, below a check sum that fits. */
function changed(text: string, at: number): string {
  const settledEnd = text.indexOf(',"events":')
  const places = Array.from(text.slice(0, settledEnd)).flatMap((letter, index) =>
    /[0-8A-Ya-y]/.test(letter) ? [index] : [],
  )
  const index = places[(at * 97) % places.length] ?? 0
  const next = String.fromCharCode(text.charCodeAt(index) + 1)
  const body = text.slice(0, index) + next + text.slice(index + 1, text.lastIndexOf(',"check":"'))
  return `${body},"check":"${createHash('sha256').update(body).digest().subarray(0, 12).toString('base64')}"}`
}

/** The largest of the receipts, against a proof for each of its entries. */
function sizeFigure(samples: readonly Sample[]): Figure {
  const largest = samples.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one))
  const proofs = receiptLogProofs(largest.text).map((each) => utf8Bytes(each.proof).length)
  return {
    name: 'proof-receipt-size',
    unit: 'bytes',
    value: sizeOf(largest),
    against: 'a c2sp.org/tlog-proof for each entry',
    againstValue: proofs.reduce((sum, size) => sum + size, 0),
  }
}

function sizeOf({ text }: Sample): number {
  return utf8Bytes(text).length
}
