import { describe, expect, it } from 'vitest'
import { sharedInFlight } from './in-flight.ts'

/** Work that ends when the test says so, and counts its executions. */
function pendingWork() {
  const pending: PromiseWithResolvers<string>[] = []
  const calls: unknown[][] = []
  const work = (customerId: bigint, form: { readonly requestId: string; readonly amount: string }) => {
    calls.push([customerId, form])
    const result = Promise.withResolvers<string>()
    pending.push(result)
    return result.promise
  }
  return { work, calls, end: (index: number) => pending[index] ?? Promise.withResolvers<string>() }
}

const form = { requestId: 'a', amount: '1' }

describe('calls in flight', () => {
  it('share one execution where they are equal, and its result', async () => {
    const { work, calls, end } = pendingWork()
    const shared = sharedInFlight(work)
    const results = [shared(1n, form), shared(1n, { ...form })]
    end(0).resolve('done')
    expect(await Promise.all(results)).toEqual(['done', 'done'])
    expect(calls).toHaveLength(1)
  })

  it('share a rejection as well, and execute again afterwards', async () => {
    const { work, calls, end } = pendingWork()
    const shared = sharedInFlight(work)
    const results = Promise.allSettled([shared(1n, form), shared(1n, form)])
    end(0).reject(new Error('lost'))
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    void shared(1n, form)
    expect(calls).toHaveLength(2)
  })

  it('execute each for itself where an argument differs', () => {
    const { work, calls } = pendingWork()
    const shared = sharedInFlight(work)
    void shared(1n, form)
    void shared(2n, form)
    void shared(1n, { ...form, amount: '2' })
    expect(calls).toHaveLength(3)
  })

  it('wait for one another where they have one key and are not the same', async () => {
    const { work, calls, end } = pendingWork()
    const shared = sharedInFlight(work, {
      keyOf: (customerId, { requestId }) => `${customerId}:${requestId}`,
      isSame: ([, running], [, next]) => running.amount === next.amount,
    })
    const first = shared(1n, form)
    const other = shared(1n, { ...form, amount: '2' })
    const twin = shared(1n, form)
    expect(calls).toHaveLength(1)
    end(0).reject(new Error('lost'))
    await expect(first).rejects.toThrow('lost')
    await expect(twin).rejects.toThrow('lost')
    await expect.poll(() => calls.length).toBe(2)
    end(1).resolve('done')
    expect(await other).toBe('done')
  })
})
