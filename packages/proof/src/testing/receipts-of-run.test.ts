import { expect, test } from 'vitest'
import { parseReceipt, parseTrustedFile, receiptVerifier } from '../receipt/index.ts'
import { randomOf } from './random.ts'
import { receiptsOfRun } from './receipts-of-run.ts'

test('the receipts of a run are sound, and share acceptances and checkpoints as those of the server do', async () => {
  const { texts, trusted } = await receiptsOfRun({ orders: 50, batchOrders: 12 }, randomOf(3))
  const verifier = receiptVerifier(parseTrustedFile(trusted))
  const results = new Set<string>()
  for (const text of texts) {
    const { verdict, steps } = await verifier.verifyReceipt(text)
    expect([verdict, ...steps.map(({ state }) => state)]).toEqual(['passed', ...Array<string>(11).fill('passed')])
    const receipt = parseReceipt(text)
    if (receipt.kind === 'contract') results.add(receipt.settled.item.value.result)
  }
  expect(new Set(texts).size).toBe(50)
  expect([...results].toSorted()).toEqual(['lost', 'won'])
  // Five acceptances; of one checkpoint of each log, the signature of the log and of both witnesses.
  expect(verifier.signatureCount()).toBe(5 + 2 * 3)
})
