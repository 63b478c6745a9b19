import { createHash } from 'node:crypto'
import { receiptVerifier } from '@candor/proof/receipt'
import type { Trusted } from '@candor/proof/receipt'
import type { Random } from '../packages/proof/src/testing/random.ts'
import type { Figure } from './figure.ts'

/** How many bits are changed. */
export interface ChangedBits {
  /** Of the first receipt, each bit whose number is a multiple of this. */
  readonly everyBit: number
  /** Of each other receipt, so many at random. */
  readonly bits: number
}

/**
 * Changes single bits of receipts, each once as it is, and once below a check sum that fits, and counts those that the
 * verifier refuses. Throws at the first one that passes.
 */
export async function changedBitsFigure(
  texts: readonly string[],
  trusted: Trusted,
  { everyBit, bits }: ChangedBits,
  random: Random,
): Promise<Figure> {
  const verifier = receiptVerifier(trusted)
  let changed = 0
  const refuse = async (at: number, bit: number, bytes: Uint8Array): Promise<void> => {
    changed += 1
    const { verdict } = await verifier.verifyReceipt(bytes)
    if (verdict !== 'failed') throw new Error(`receipt ${at} is ${verdict} with its bit ${bit} changed`)
  }
  for (const [at, text] of texts.entries()) {
    const receipt = Buffer.from(text)
    const all = 8 * receipt.length
    const chosen =
      at === 0
        ? Array.from({ length: Math.ceil(all / everyBit) }, (_, index) => index * everyBit)
        : Array.from({ length: bits }, () => random.below(all))
    for (const bit of chosen) {
      const flipped = withBit(receipt, bit)
      await refuse(at, bit, flipped)
      const fitting = rechecked(flipped)
      // A change of the check sum itself is undone by a fitting one.
      if (!fitting.equals(receipt)) await refuse(at, bit, fitting)
    }
  }
  return {
    name: 'proof-changed-bits',
    unit: 'receipts',
    value: changed,
    against: 'with one bit changed, all of the first receipt and some of each other',
    againstValue: changed,
  }
}

function withBit(receipt: Buffer, bit: number): Buffer {
  const bytes = Buffer.from(receipt)
  const byte = Math.floor(bit / 8)
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << (bit % 8))
  return bytes
}

function rechecked(receipt: Buffer): Buffer {
  const body = receipt.subarray(0, Math.max(0, receipt.lastIndexOf(',"check":"')))
  const check = createHash('sha256').update(body).digest().subarray(0, 12).toString('base64')
  return Buffer.concat([body, Buffer.from(`,"check":"${check}"}`)])
}
