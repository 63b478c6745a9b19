import { expect, test } from 'vitest'
import { createBus } from '../platform/bus/index.ts'
import { createLogger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import { receiveMarket } from './market-receiver.ts'

const state = {
  kind: 'log',
  name: 'ticks',
  size: 7,
  signedMs: 1_000,
  lagMs: 1_500,
  unsignedMs: 1_500,
  isStopped: false,
} as const

test('a log that is late or has stopped raises the alarm of its name, and measures its size, lag and checkpoint', async () => {
  const metrics = createMetrics()
  const { take } = receiveMarket({
    bus: createBus(() => undefined),
    metrics,
    logger: createLogger({ level: 'silent', role: 'test' }),
  })
  const alarm = async () =>
    (await metrics.alarms.get()).values.find(({ labels }) => labels.name === 'ticks-log-late')?.value
  take(state)
  expect(await alarm()).toBe(0)
  expect((await metrics.logSize.get()).values).toMatchObject([{ value: 7, labels: { log: 'ticks' } }])
  expect((await metrics.logLagSeconds.get()).values).toMatchObject([{ value: 1.5 }])
  expect((await metrics.logSignedSeconds.get()).values).toMatchObject([{ value: 1 }])
  take({ ...state, unsignedMs: 10_001 })
  expect(await alarm()).toBe(1)
  take(state)
  expect(await alarm()).toBe(0)
  take({ ...state, isStopped: true })
  expect(await alarm()).toBe(1)
})
