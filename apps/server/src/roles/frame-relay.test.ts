import { expect, test } from 'vitest'
import type { PublishedFrame } from '../platform/bus/index.ts'
import { emptyFrame } from '../platform/bus/testing/empty-frame.ts'
import { createLogger } from '../platform/logger.ts'
import { createFrameRelay } from './frame-relay.ts'

/** A relay whose database holds these slots, and whose look after a silent market runs when the test asks for it. */
function openRelay(stored: readonly number[], newestSlot: number | null = 10) {
  const published: number[] = []
  const asked: number[] = []
  let nowMs = 0
  let look = () => {}
  let fails = false
  const relay = createFrameRelay({
    publish: ({ slot }) => published.push(slot),
    loadAfter: async (slot) => {
      asked.push(slot)
      if (fails) throw new Error('the database is away')
      return stored.filter((each) => each > slot).map(emptyFrame)
    },
    newestSlot,
    logger: createLogger({ level: 'silent', role: 'test' }),
    monotonicMs: () => nowMs,
    repeat: (work) => {
      look = work
      return () => undefined
    },
  })
  return {
    take: (...slots: readonly number[]) => slots.forEach((slot) => relay.take(emptyFrame(slot))),
    pass: async (ms: number) => {
      nowMs += ms
      look()
      await Promise.resolve()
    },
    fail: (isFailing: boolean) => {
      fails = isFailing
    },
    published,
    asked,
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('publishes frames in their order without a look at the database, each once', () => {
  const { take, published, asked } = openRelay([])
  take(11, 12, 12, 11, 13)
  expect(published).toEqual([11, 12, 13])
  expect(asked).toEqual([])
})

test('reads frames that a message was lost of before it publishes later ones', async () => {
  const { take, published, asked } = openRelay([11, 12, 13])
  take(13, 14)
  expect(published).toEqual([])
  await settled()
  expect(published).toEqual([11, 12, 13, 14])
  expect(asked).toEqual([10])
})

test('publishes a frame as it was sent, with its figures, where it is read as well', async () => {
  const published: PublishedFrame[] = []
  const relay = createFrameRelay({
    publish: (each) => published.push(each),
    loadAfter: () => Promise.resolve([emptyFrame(11), emptyFrame(12)]),
    newestSlot: 10,
    logger: createLogger({ level: 'silent', role: 'test' }),
    repeat: () => () => undefined,
  })
  const figures = [{ instrumentId: 1, open: 1n, high: 2n, low: 1n, volume: 3n }]
  relay.take({ ...emptyFrame(12), figures })
  await settled()
  expect(published).toEqual([emptyFrame(11), { ...emptyFrame(12), figures }])
})

test('publishes what comes after a gap of the market', async () => {
  const { take, published } = openRelay([15])
  take(15)
  await settled()
  take(16)
  expect(published).toEqual([15, 16])
})

test('reads frames while the market is silent, and only then', async () => {
  const { take, pass, published, asked } = openRelay([11, 12])
  await pass(1_400)
  expect(asked).toEqual([])
  await pass(100)
  await settled()
  expect(published).toEqual([11, 12])
  take(13)
  await pass(1_400)
  expect(asked).toEqual([10])
})

test('goes on with what it received where the database cannot be read, and reads the rest later', async () => {
  const { take, pass, fail, published } = openRelay([11, 12, 13, 14])
  fail(true)
  take(12)
  await settled()
  expect(published).toEqual([12])
  fail(false)
  await pass(1_500)
  await settled()
  expect(published).toEqual([12, 13, 14])
})

test('takes the first frame as it is where none is known', () => {
  const { take, published } = openRelay([], null)
  take(500, 501)
  expect(published).toEqual([500, 501])
})
