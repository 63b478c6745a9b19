import { noteVerifier, parseNote, parseVerifierKey, utf8Bytes, verifyNote } from '@candor/proof'
import { parseReceipt, receiptLogProofs, verifyReceipt } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import { randomOf } from '../packages/proof/src/testing/random.ts'
import { receiptAtScale } from '../packages/proof/src/testing/receipt-at-scale.ts'
import { atLeast, atMost, bench, median } from './figure.ts'
import type { Figure } from './figure.ts'

interface Sample {
  readonly text: string
  readonly trusted: Trusted
}

/** Receipts of 60 seconds from anywhere in a half-year of logs, as a customer or a regulator verifies them. */
export const proof = bench({
  about: 'Receipts verified a second, and their size, at the scale of a half-year of logs',
  sizes: { runs: 5, receipts: 300 },
  smokeSizes: { runs: 1, receipts: 3 },
  bars: { 'proof-receipts': atLeast(2_000), 'proof-receipt-size': atMost(8_192) },
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
