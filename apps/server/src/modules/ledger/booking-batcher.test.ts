import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { bookInHalves } from './book-in-halves.ts'
import { BookingBatcher } from './booking-batcher.ts'
import { BatchRolledBackError, OutcomeUnknownError } from './booking-failure-store.ts'

interface Request {
  readonly customer: number
  readonly id: string
  readonly queue: string
}
const request = (customer: number, id = `${customer}`): Omit<Request, 'queue'> => ({ customer, id })

/** A batcher that records its batches and returns their ids, unless `fail` throws. */
function batcherOf(fail: (ids: readonly string[]) => void = () => {}, maxBatch = 250) {
  const batches: { queue: string; ids: string[] }[] = []
  const batcher = new BookingBatcher<string, Request, string>({
    maxBatch,
    keyOf: ({ queue }) => queue,
    distinctBy: ({ customer }) => customer,
    book: (requests, queue) =>
      bookInHalves(requests, async (part) => {
        const ids = part.map(({ id }) => id)
        batches.push({ queue, ids })
        await Promise.resolve()
        fail(ids)
        return ids
      }),
  })
  return {
    batches,
    submit: (sent: Omit<Request, 'queue'>, queue = 'one') => batcher.submit({ ...sent, queue }),
    ids: () => batches.map(({ ids }) => ids.join(' ')),
  }
}

describe('a batcher of bookings', () => {
  test('books the first at once and what came meanwhile together, in its order', async () => {
    const { submit, ids } = batcherOf()
    expect(await Promise.all([1, 2, 3, 4].map((customer) => submit(request(customer))))).toEqual(['1', '2', '3', '4'])
    expect(ids()).toEqual(['1', '2 3 4'])
    await submit(request(5))
    expect(ids().at(-1)).toBe('5')
  })

  test('takes no more than a batch holds, and keeps keys apart', async () => {
    const { submit, batches } = batcherOf(undefined, 2)
    await Promise.all([1, 2, 3, 4].map((customer) => submit(request(customer))).concat(submit(request(9), 'two')))
    expect(batches.filter(({ queue }) => queue === 'one').map(({ ids }) => ids.join(' '))).toEqual(['1', '2 3', '4'])
    expect(batches.filter(({ queue }) => queue === 'two').map(({ ids }) => ids.join(' '))).toEqual(['9'])
  })

  test('never has two requests of one customer in a batch, and keeps them in their order', async () => {
    const { submit, ids } = batcherOf()
    await Promise.all([
      submit(request(1, 'a')),
      submit(request(2, 'b')),
      submit(request(2, 'c')),
      submit(request(3, 'd')),
      submit(request(2, 'e')),
    ])
    expect(ids()).toEqual(['a', 'b d', 'c', 'e'])
  })

  test('halves a batch that was rolled back until only the one to blame has failed, three times', async () => {
    const { submit, ids } = batcherOf((batch) => {
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
    expect(ids().filter((batch) => batch === 'bad')).toHaveLength(3)
    expect(await submit(request(6))).toBe('6')
  })

  test('does not book again where nobody knows whether it was booked', async () => {
    const { submit, ids } = batcherOf((batch) => {
      if (batch.includes('2')) throw new OutcomeUnknownError('lost')
    })
    const answers = await Promise.allSettled([1, 2, 3].map((customer) => submit(request(customer))))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(ids()).toEqual(['1', '2 3'])
  })

  describe('whose batches of three and more are worth a lane', () => {
    /** Batches wait until they are ended by hand. */
    function heldBatcher() {
      const running = new Map<string, () => void>()
      const batcher = new BookingBatcher<string, string, string>({
        maxBatch: 250,
        lanes: 2,
        worthALane: 3,
        keyOf: (id) => id.slice(0, 1),
        book: async (ids) => {
          await new Promise<void>((resolve) => running.set(ids.join(' '), resolve))
          return ids.map((value) => ({ status: 'fulfilled', value }))
        },
      })
      const end = async (batch: string) => {
        running.get(batch)?.()
        running.delete(batch)
        await sleep(0)
      }
      return { submit: (ids: string) => ids.split(' ').map((id) => batcher.submit(id)), end, running }
    }

    test('books smaller ones one at a time, whatever their keys, and by turns', async () => {
      const { submit, end, running } = heldBatcher()
      const booked = submit('a1 b1 a2 b2 c1')
      expect([...running.keys()]).toEqual(['a1'])
      await end('a1')
      expect([...running.keys()]).toEqual(['b1 b2'])
      booked.push(...submit('a3'))
      await end('b1 b2')
      expect([...running.keys()]).toEqual(['c1'])
      await end('c1')
      expect([...running.keys()]).toEqual(['a2 a3'])
      await end('a2 a3')
      expect(await Promise.all(booked)).toHaveLength(6)
    })

    test('books larger ones beside others, and a smaller one of another key beside them', async () => {
      const { submit, end, running } = heldBatcher()
      const booked = submit('a1 b1 b2 b3 a2 a3 a4')
      expect([...running.keys()]).toEqual(['a1', 'b1 b2 b3', 'a2 a3 a4'])
      await end('a1')
      booked.push(...submit('c1'))
      expect([...running.keys()]).toEqual(['b1 b2 b3', 'a2 a3 a4', 'c1'])
      for (const batch of running.keys()) await end(batch)
      expect(await Promise.all(booked)).toHaveLength(8)
    })
  })
})
