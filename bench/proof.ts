import { noteVerifier, parseNote, parseVerifierKey, utf8Bytes, verifyNote } from '@candor/proof'
import { parseReceipt, parseTrustedFile, receiptLogProofs, receiptVerifier, verifyReceipt } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import { randomOf } from '../packages/proof/src/testing/random.ts'
import { receiptAtScale } from '../packages/proof/src/testing/receipt-at-scale.ts'
import { receiptsOfRun } from '../packages/proof/src/testing/receipts-of-run.ts'
import { changedBitsFigure } from './changed-bits.ts'
import { atLeast, atLeastRatio, atMost, bench, median } from './figure.ts'
import type { Figure } from './figure.ts'
import { agreementFigures } from './proof-agreement.ts'

interface Sample {
  readonly text: string
  readonly trusted: Trusted
}

/**
 * Receipts of 60 seconds as an auditor, a customer or a regulator verifies them, in Node and in Chromium:
 *
 * - of one run, which share checkpoints, cosignatures and acceptances as the server makes them, by one verifier that
 * has seen none of them, under a policy of two witnesses
 * - from anywhere in a half-year of logs, which share nothing, without witnesses
 *
 * Every bit of the first receipt and some of each other are changed, and every tenth receipt is changed for the app,
 * the command and the HTML verifier: `--receipts 10000 --batch 500 --runs 1` is the trial of full size.
 */
export const proof = bench({
  about: 'Receipts verified a second in Node and in Chromium, and their size, at the scale of a half-year of logs',
  sizes: { runs: [5, 1], receipts: [300, 12], batch: [50, 5], everyBit: [1, 97], bits: [2, 2] },
  bars: {
    'proof-receipts': atLeast(2_000),
    'proof-receipts-chromium': atLeast(300),
    'proof-agreement': atLeastRatio(1),
    'proof-changed-bits': atLeastRatio(1),
    'proof-receipt-size': atMost(8_192),
  },
  async run({ runs, receipts, batch, everyBit, bits }) {
    const ofRun = await receiptsOfRun({ orders: receipts, batchOrders: batch }, randomOf(2))
    const trusted = { ...parseTrustedFile(ofRun.trusted), nowMs: Date.now() }
    const samples = await samplesOf(Math.min(receipts, mostUnshared))
    await verifyRun(ofRun.texts, trusted)
    const shared: number[] = []
    const unshared: number[] = []
    const signatures: number[] = []
    for (let run = 0; run < runs; run += 1) {
      shared.push(await ratePerSecond(ofRun.texts.length, () => verifyRun(ofRun.texts, trusted)))
      unshared.push(await ratePerSecond(samples.length, () => each(samples, verifyWhole)))
      signatures.push(await ratePerSecond(samples.length, () => each(samples, verifySignatures)))
    }
    const distinct = await verifyRun(ofRun.texts, trusted)
    console.error(`${receipts} receipts of one run, ${batch} orders a batch: ${distinct} signatures are distinct`)
    return [
      {
        name: 'proof-receipts',
        unit: 'receipts/s',
        value: median(shared),
        against: `receipts that share nothing (these: ${distinct} signatures for ${receipts})`,
        againstValue: median(unshared),
      },
      {
        name: 'proof-receipts-unshared',
        unit: 'receipts/s',
        value: median(unshared),
        against: 'their three signatures alone',
        againstValue: median(signatures),
      },
      await changedBitsFigure(ofRun.texts, trusted, { everyBit, bits }, randomOf(3)),
      ...(await agreementFigures(ofRun.texts, ofRun.trusted, { inNode: median(unshared) })),
      sizeFigure(samples),
    ]
  },
})

/** Receipts that share nothing are made one by one, and no more of them change their rate. */
const mostUnshared = 1_000

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

async function ratePerSecond(count: number, verify: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await verify()
  return (count * 1000) / (performance.now() - startMs)
}

/** Verifies all receipts of a run by a verifier of its own, and returns how many signatures it computed. */
async function verifyRun(texts: readonly string[], trusted: Trusted): Promise<number> {
  const verifier = receiptVerifier(trusted)
  for (const text of texts) ensurePassed(await verifier.verifyReceipt(text))
  return verifier.signatureCount()
}

async function each(samples: readonly Sample[], verify: (sample: Sample) => Promise<void>): Promise<void> {
  for (const sample of samples) await verify(sample)
}

async function verifyWhole({ text, trusted }: Sample): Promise<void> {
  ensurePassed(await verifyReceipt(text, trusted))
}

function ensurePassed({ verdict }: { readonly verdict: string }): void {
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
  const proofs = receiptLogProofs(largest.text).map(({ proof: text }) => utf8Bytes(text).length)
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
