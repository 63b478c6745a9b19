import { describe, expect, test } from 'vitest'
import { BatchRolledBackError, OutcomeUnknownError } from '../ledger/index.ts'
import type { SaleRequest } from './floor-store.ts'
import { SaleBatcher } from './sale-batcher.ts'

const request = (customer: number, key = `${customer}`): SaleRequest => ({
  customerId: BigInt(customer),
  requestId: key,
  quantityUnits: 1n,
  unitPriceUnits: 1n,
})

/** A batcher that records its batches and returns their keys, unless `fail` throws. */
function batcherOf(fail: (keys: readonly string[]) => void = () => {}, maxBatch = 250) {
  const batches: { advertId: bigint; keys: string[] }[] = []
  const batcher = new SaleBatcher<string>({
    maxBatch,
    sell: async (advertId, requests) => {
      const keys = requests.map(({ requestId }) => requestId)
      batches.push({ advertId, keys })
      await Promise.resolve()
      fail(keys)
      return keys
    },
  })
  return {
    batches,
    submit: (sent: SaleRequest, advertId = 1n) => batcher.submit(advertId, sent),
    keys: () => batches.map(({ keys }) => keys.join(' ')),
  }
}

describe('a batcher of sales', () => {
  test('sells the first at once and what came meanwhile together, in its order', async () => {
    const { submit, keys } = batcherOf()
    expect(await Promise.all([1, 2, 3, 4].map((customer) => submit(request(customer))))).toEqual(['1', '2', '3', '4'])
    expect(keys()).toEqual(['1', '2 3 4'])
    await submit(request(5))
    expect(keys().at(-1)).toBe('5')
  })

  test('takes no more than a batch holds, and keeps adverts apart', async () => {
    const { submit, batches } = batcherOf(undefined, 2)
    await Promise.all([1, 2, 3, 4].map((customer) => submit(request(customer))).concat(submit(request(9), 2n)))
    expect(batches.filter(({ advertId }) => advertId === 1n).map(({ keys }) => keys.join(' '))).toEqual([
      '1',
      '2 3',
      '4',
    ])
    expect(batches.filter(({ advertId }) => advertId === 2n).map(({ keys }) => keys.join(' '))).toEqual(['9'])
  })

  test('never has two requests of one customer in a batch, and keeps them in their order', async () => {
    const { submit, keys } = batcherOf()
    await Promise.all([
      submit(request(1, 'a')),
      submit(request(2, 'b')),
      submit(request(2, 'c')),
      submit(request(3, 'd')),
      submit(request(2, 'e')),
    ])
    expect(keys()).toEqual(['a', 'b d', 'c', 'e'])
  })

  test('halves a batch that was rolled back until only the one to blame has failed, three times', async () => {
    const { submit, keys } = batcherOf((batch) => {
      if (batch.includes('bad')) throw new BatchRolledBackError('bad')
    })
    const answers = await Promise.allSettled([
      submit(request(1)),
      ...[2, 3, 4].map((customer) => submit(request(customer))),
      submit(request(5, 'bad')),
    ])
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ])
    expect(keys().filter((batch) => batch === 'bad')).toHaveLength(3)
    expect(await submit(request(6))).toBe('6')
  })

  test('does not sell again where nobody knows whether it was sold', async () => {
    const { submit, keys } = batcherOf((batch) => {
      if (batch.includes('2')) throw new OutcomeUnknownError('lost')
    })
    const answers = await Promise.allSettled([1, 2, 3].map((customer) => submit(request(customer))))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(keys()).toEqual(['1', '2 3'])
  })
})
