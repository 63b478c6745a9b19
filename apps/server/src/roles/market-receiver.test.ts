import { expect, test } from 'vitest'
import { manualClock } from '../platform/clock.ts'
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

/** A receiver whose check that the log reports runs when the test asks for it. */
function receiver() {
  const metrics = createMetrics()
  const clock = manualClock(1_000_000)
  let check = () => {}
  const { take } = receiveMarket({
    onFrame: () => undefined,
    metrics,
    logger: createLogger({ level: 'silent', role: 'test' }),
    clock,
    repeat: (work) => {
      check = work
      return () => undefined
    },
  })
  const alarm = async (name: string) =>
    (await metrics.alarms.get()).values.find(({ labels }) => labels.name === name)?.value
  return { metrics, take, alarm, clock, check: () => check() }
}

test('a log that is late or has stopped raises the alarm of its name, and measures its size, lag and checkpoint', async () => {
  const { metrics, take, alarm } = receiver()
  take(state)
  expect(await alarm('ticks-log-late')).toBe(0)
  expect((await metrics.logSize.get()).values).toMatchObject([{ value: 7, labels: { log: 'ticks' } }])
  expect((await metrics.logLagSeconds.get()).values).toMatchObject([{ value: 1.5 }])
  expect((await metrics.logSignedSeconds.get()).values).toMatchObject([{ value: 1 }])
  take({ ...state, unsignedMs: 10_001 })
  expect(await alarm('ticks-log-late')).toBe(1)
  take(state)
  expect(await alarm('ticks-log-late')).toBe(0)
  take({ ...state, isStopped: true })
  expect(await alarm('ticks-log-late')).toBe(1)
})

test('leaves that differ from what is stored raise an alarm until none of either log does', async () => {
  const { take, alarm } = receiver()
  take({ kind: 'compared', name: 'ticks', differences: 2 })
  take({ kind: 'compared', name: 'events', differences: 0 })
  expect(await alarm('log-differs')).toBe(1)
  take({ kind: 'compared', name: 'ticks', differences: 0 })
  expect(await alarm('log-differs')).toBe(0)
})

test('a log whose process never reports, or reports no more, raises its alarm', async () => {
  const { take, alarm, clock, check } = receiver()
  clock.advance(10_000)
  check()
  expect([await alarm('ticks-log-late'), await alarm('events-log-late')]).toEqual([0, 0])
  clock.advance(1)
  check()
  expect([await alarm('ticks-log-late'), await alarm('events-log-late')]).toEqual([1, 1])
  take(state)
  expect([await alarm('ticks-log-late'), await alarm('events-log-late')]).toEqual([0, 1])
  clock.advance(10_001)
  check()
  expect(await alarm('ticks-log-late')).toBe(1)
})

test('a witness that disagrees raises an alarm until it cosigns that log again', async () => {
  const { metrics, take, alarm } = receiver()
  const asked = { kind: 'witness', witness: 'w.test', log: 'ticks', outcome: 'disagrees' } as const
  take(asked)
  take({ ...asked, log: 'events', outcome: 'cosigned' })
  take({ ...asked, outcome: 'unreachable' })
  expect(await alarm('witness-disagrees')).toBe(1)
  take({ ...asked, outcome: 'cosigned' })
  expect(await alarm('witness-disagrees')).toBe(0)
  expect((await metrics.witnessRequests.get()).values).toHaveLength(4)
})

test('the alarm of a witness that disagrees ends when it is not listed any more, also where its response comes late', async () => {
  const { take, alarm } = receiver()
  const asked = { kind: 'witness', witness: 'w.test', log: 'ticks', outcome: 'disagrees' } as const
  take({ kind: 'witnesses', names: ['w.test', 'other.test'] })
  take(asked)
  take({ ...asked, log: 'events' })
  expect(await alarm('witness-disagrees')).toBe(1)
  take({ kind: 'witnesses', names: ['w.test'] })
  expect(await alarm('witness-disagrees')).toBe(1)
  take({ kind: 'witnesses', names: ['other.test'] })
  expect(await alarm('witness-disagrees')).toBe(0)
  take(asked)
  expect(await alarm('witness-disagrees')).toBe(0)
  take({ kind: 'witnesses', names: ['w.test'] })
  take(asked)
  expect(await alarm('witness-disagrees')).toBe(1)
})

test('slots that no frame was published for are counted when the next frame comes', async () => {
  const { metrics, take } = receiver()
  const missing = async () => (await metrics.framesMissing.get()).values[0]?.value
  const frame = (slot: number) => take({ kind: 'lag', slot, lagMs: 4, ticks: [] })
  frame(100)
  frame(101)
  expect(await missing()).toBe(0)
  frame(104)
  frame(105)
  expect(await missing()).toBe(2)
})

test('counts the witnesses that are asked', async () => {
  const { metrics, take } = receiver()
  take({ kind: 'witnesses', names: ['w.test', 'other.test'] })
  expect((await metrics.witnesses.get()).values).toMatchObject([{ value: 2 }])
})
