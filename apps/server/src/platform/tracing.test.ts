import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { afterEach, describe, expect, it } from 'vitest'
import { currentSpan, startTracing, traced, tracedCall } from './tracing.ts'

let spans: ReadableSpan[] = []
let stop: () => Promise<void> = () => Promise.resolve()

/** Keeps what would be sent. */
const exporter: SpanExporter = {
  export: (batch, done) => {
    spans.push(...batch)
    done({ code: 0 })
  },
  shutdown: () => Promise.resolve(),
}
const start = async (share: number) => {
  stop = await startTracing({ url: 'http://127.0.0.1:9', share, version: '1', exporter })
}
const sent = async () => {
  await stop()
  return spans
}
afterEach(async () => {
  await stop()
  spans = []
})

describe('spans', () => {
  it('are not made, and cost no library, while tracing is off', async () => {
    expect(
      await tracedCall('contract/buy', async () => traced('place', () => Promise.resolve(currentSpan()))),
    ).toBeNull()
  })

  it('lead from a call through the batch to the SQL function, and link the other calls of the batch', async () => {
    await start(1)
    const [one, other] = await Promise.all(
      ['contract/buy', 'contract/buy'].map((path) => tracedCall(path, () => Promise.resolve(currentSpan()))),
    )
    const sql = () => traced('contract.place_orders', () => Promise.resolve('placed'))
    const facts = { of: [one ?? null, null, other ?? null], attributes: { orders: 3 } }
    expect(await traced('batch of orders', sql, facts)).toBe('placed')
    const all = await sent()
    const named = (name: string) => all.find((span) => span.name === name)
    expect(all.map(({ name }) => name)).toEqual([
      'contract/buy',
      'contract/buy',
      'contract.place_orders',
      'batch of orders',
    ])
    const batch = named('batch of orders')
    expect(batch?.parentSpanContext?.spanId).toBe(one?.spanId)
    expect(batch?.links.map(({ context }) => context.spanId)).toEqual([other?.spanId])
    expect(batch?.attributes).toEqual({ orders: 3 })
    expect(named('contract.place_orders')?.parentSpanContext?.spanId).toBe(batch?.spanContext().spanId)
    expect(new Set(all.map((span) => span.spanContext().traceId)).size).toBe(2)
  })

  it('say that work failed without its message, and pass the error on', async () => {
    await start(1)
    const failing = tracedCall('contract/buy', () => Promise.reject(new TypeError('the card 1234')))
    await expect(failing).rejects.toThrow('the card 1234')
    const [span] = await sent()
    expect(span?.status).toEqual({ code: 2, message: 'TypeError' })
    expect(JSON.stringify(span?.events)).not.toContain('card 1234')
  })

  it('are left out for calls that are not drawn, with all of their parts', async () => {
    await start(0)
    expect(await tracedCall('contract/buy', () => traced('place', () => Promise.resolve(1)))).toBe(1)
    expect(await sent()).toEqual([])
  })
})
