import { setTimeout as sleep } from 'node:timers/promises'
import { amount } from '@candor/money'
import { describe, expect, test } from 'vitest'
import { BatchRolledBackError, LedgerHaltedError, OutcomeUnknownError } from '../ledger/index.ts'
import type { OrderRequest } from './placement.ts'
import { createOrderBatcher } from './order-batcher.ts'
import type { OrderBatch, OrderBatcherOptions } from './order-batcher.ts'

interface Answer {
  readonly outcome: string
  readonly stripe?: number
}
type Submit = (request: OrderRequest) => Promise<Answer>

const stripes = [1, 2, 3, 4].map((stripe) => ({ stripe, asset: 'USD' as const }))

function request(requestId: string, change: Partial<OrderRequest> = {}): OrderRequest {
  const order = {
    customerId: 1n,
    requestId,
    instrumentId: 1,
    durationSlots: 60,
    termsId: 1n,
    direction: 'up',
    stake: amount('USD', 1n),
    seenSlot: 0,
  } as const
  return { ...order, ...change }
}

/** A batcher that records its batches; `answer` provides their results. */
function batcherOf(
  answer: (batch: OrderBatch) => Promise<Answer[]> | Answer[],
  options: Partial<OrderBatcherOptions<Answer>> = {},
) {
  const batches: OrderBatch[] = []
  const submit = createOrderBatcher<Answer>({
    stripes,
    lanes: 1,
    refuseFlood: () => ({ outcome: 'frequent-operations' }),
    place: async (batch) => {
      batches.push(batch)
      return answer(batch)
    },
    ...options,
  })
  return { submit, batches, sizes: () => batches.map((batch) => batch.requests.length) }
}

const acceptAll = (batch: OrderBatch): Answer[] =>
  batch.requests.map(() => ({ outcome: 'accepted', stripe: batch.stripe }))
const submitMany = (submit: Submit, count: number) =>
  Array.from({ length: count }, (_, index) => submit(request(`r${index}`)))

describe('batches', () => {
  test('a lone request goes at once', () => {
    const { submit, sizes } = batcherOf(acceptAll)
    void submit(request('a'))
    expect(sizes()).toEqual([1])
  })

  test('what queues while a batch is under way goes together, up to the limit and in order', async () => {
    const { submit, batches, sizes } = batcherOf(async (batch) => sleep(5, acceptAll(batch)), { maxBatch: 5 })
    await Promise.all(submitMany(submit, 12))
    expect(sizes()).toEqual([1, 5, 5, 1])
    expect(batches.flatMap((batch) => batch.requests.map(({ requestId }) => requestId))).toEqual(
      Array.from({ length: 12 }, (_, index) => `r${index}`),
    )
  })

  test('beside a busy batch another one begins once enough wait, and no sooner', async () => {
    const { submit, sizes } = batcherOf(async (batch) => sleep(5, acceptAll(batch)), { lanes: 2, worthALane: 3 })
    const first = submitMany(submit, 3)
    expect(sizes()).toEqual([1])
    const fourth = submit(request('fourth'))
    expect(sizes()).toEqual([1, 3])
    await Promise.all([...first, fourth])
  })

  test('batches take turns on the stripes', async () => {
    const { submit, batches } = batcherOf(acceptAll)
    for (const id of ['a', 'b', 'c', 'd', 'e']) await submit(request(id))
    expect(new Set(batches.map((batch) => batch.stripe)).size).toBe(4)
  })

  test('a request beyond the number that may wait is refused untried', async () => {
    const { submit, batches } = batcherOf(async (batch) => sleep(5, acceptAll(batch)), { maxWaiting: 3 })
    const outcomes = (await Promise.all(submitMany(submit, 6))).map((answer) => answer.outcome)
    expect(outcomes).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'accepted',
      'frequent-operations',
      'frequent-operations',
    ])
    expect(batches.flatMap((batch) => batch.requests)).toHaveLength(4)
  })
})

describe('equal requests', () => {
  test('in flight are placed once and all get the response', async () => {
    const { submit, batches } = batcherOf(async (batch) => sleep(5, acceptAll(batch)))
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(request('twin'))))
    expect(batches.flatMap((batch) => batch.requests)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.outcome))).toEqual(new Set(['accepted']))
  })

  test('under one key but with other values never meet in one batch', async () => {
    const { submit, batches } = batcherOf(async (batch) => sleep(5, acceptAll(batch)))
    await Promise.all([1n, 2n, 3n].map((units) => submit(request('key', { stake: amount('USD', units) }))))
    expect(batches.map((batch) => batch.requests.map(({ stake }) => stake.units))).toEqual([[1n], [2n], [3n]])
  })

  test('after the answer are placed again, for the ledger to recognise', async () => {
    const { submit, batches } = batcherOf(acceptAll)
    await submit(request('again'))
    await submit(request('again'))
    expect(batches).toHaveLength(2)
  })
})

describe('failures', () => {
  test('a poisoned request fails alone', async () => {
    const { submit, batches } = batcherOf(async (batch) => {
      await sleep(1)
      if (batch.requests.some(({ requestId }) => requestId === 'r7')) throw new BatchRolledBackError('poison')
      return acceptAll(batch)
    })
    const answers = await Promise.allSettled(submitMany(submit, 33))
    expect(answers.flatMap((answer, index) => (answer.status === 'rejected' ? [index] : []))).toEqual([7])
    expect(batches.length).toBeLessThan(16)
  })

  test('a request that fails alone is tried again: it may have met its twin', async () => {
    let tries = 0
    const { submit } = batcherOf((batch) => {
      tries += 1
      if (tries === 1) throw new BatchRolledBackError('unique')
      return acceptAll(batch)
    })
    expect(await submit(request('a'))).toMatchObject({ outcome: 'accepted' })
  })

  test('an unknown outcome is returned to all and never retried', async () => {
    const { submit, sizes } = batcherOf(async () => {
      await sleep(1)
      throw new OutcomeUnknownError('cut')
    })
    for (const answer of await Promise.allSettled(submitMany(submit, 4)))
      expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'OutcomeUnknownError' } })
    expect(sizes()).toEqual([1, 3])
  })

  test('an unreachable database is reported to all and not bisected', async () => {
    const { submit, sizes } = batcherOf(async () => {
      await sleep(1)
      throw new Error('ECONNREFUSED')
    })
    await Promise.allSettled(submitMany(submit, 9))
    expect(sizes()).toEqual([1, 8])
  })

  test('the batcher goes on after a failure', async () => {
    let isBroken = true
    const { submit } = batcherOf((batch) => {
      if (isBroken) throw new Error('away')
      return acceptAll(batch)
    })
    await expect(submit(request('a'))).rejects.toThrow('away')
    isBroken = false
    expect(await submit(request('a'))).toMatchObject({ outcome: 'accepted' })
  })
})

describe('stripes', () => {
  test('what one stripe cannot cover goes on to the others, and only the last may refuse for good', async () => {
    const { submit, batches } = batcherOf((batch) =>
      batch.requests.map(() => (batch.isLastStripe ? { outcome: 'house-limit' } : { outcome: 'stripe-limit' })),
    )
    expect(await submit(request('a'))).toEqual({ outcome: 'house-limit' })
    expect(batches.map((batch) => batch.isLastStripe)).toEqual([false, false, false, true])
    expect(new Set(batches.map((batch) => batch.stripe))).toEqual(new Set([1, 2, 3, 4]))
  })

  test('a halted stripe is passed over; when all are halted the caller gets a refusal', async () => {
    const halted = new Set([1, 2, 3])
    const { submit } = batcherOf((batch) => {
      if (halted.has(batch.stripe)) throw new LedgerHaltedError('halted')
      return acceptAll(batch)
    })
    expect(await submit(request('a'))).toEqual({ outcome: 'accepted', stripe: 4 })
    halted.add(4)
    await expect(submit(request('b'))).rejects.toThrow(LedgerHaltedError)
  })
})
