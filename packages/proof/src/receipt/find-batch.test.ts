import { describe, expect, it } from 'vitest'
import { batchEvent, haltEvent } from '../encoding/index.ts'
import type { BatchEvent } from '../encoding/index.ts'
import { EventsLog, eventsHost, eventsVkey, readerOf } from '../testing/events-log.ts'
import { findBatch } from './find-batch.ts'
import { followAnnouncements } from './follow-announcements.ts'

const turnMs = Date.UTC(2027, 0, 1)
const itemsRoot = new Uint8Array(32).fill(4)

/** A batch of stripe 5, unless it names another. */
const batchOf = (change: Partial<BatchEvent>): BatchEvent => ({
  stripe: 5,
  seq: 1,
  atMs: 0,
  kind: 'contract-placed',
  entryCount: 2,
  itemCount: 1,
  itemsRoot,
  batchHash: new Uint8Array(32),
  ...change,
})
const entryOf = (change: Partial<BatchEvent>) => batchEvent.encode(batchOf(change))

/** One batch a second of two stripes in turn, the numbers of both from `seq` on. */
const batches = (count: number, fromMs: number, seq = 1, left: readonly number[] = []) =>
  Array.from({ length: count }, (_, at) => ({
    stripe: 5 + (at % 2),
    seq: seq + Math.floor(at / 2),
    atMs: fromMs + at * 1_000,
  }))
    .filter((batch) => batch.stripe !== 5 || !left.includes(batch.seq))
    .map(entryOf)

/** What the logs show of batch `seq` of stripe 5, promised by a device that knows these keys. */
const stateOf = async (
  seq: number,
  acceptedMs: number,
  { keys, logs, onRead }: { keys: readonly string[]; logs: readonly EventsLog[]; onRead?: (path: string) => void },
) => {
  const promise = {
    host: eventsHost,
    stripe: 5,
    seq,
    acceptedMs,
    itemCount: 1,
    itemsRoot,
    promiseMs: acceptedMs + 10_000,
  }
  return (await findBatch(promise, keys, readerOf(logs, onRead))).state
}

describe('the batch of an acceptance, for a device that was away for long', () => {
  const startMs = Date.UTC(2026, 8, 1)
  /** Of 5,000 entries; batch 1,001 of the stripe is left out. */
  const long = (...more: readonly Uint8Array[]) =>
    new EventsLog().append(...batches(5_000, startMs, 1, [1_001]), ...more)

  it('is found among the entries of its time, with a bounded number of files', async () => {
    const logs = [await long().sign('first')]
    const keys = [await eventsVkey('first')]
    for (const seq of [1, 129, 700, 1_000, 1_002, 2_400, 2_499]) {
      const read: string[] = []
      const found = await stateOf(seq, startMs + 2_000 * (seq - 1), { keys, logs, onRead: (path) => read.push(path) })
      expect([seq, found]).toEqual([seq, 'kept'])
      expect(new Set(read).size).toBe(read.length)
      expect(read.filter((path) => path.includes('entries')).length).toBeLessThan(20)
    }
  })

  it('is broken where the log passed over it or has another one, and unknown where its time is not that of the log', async () => {
    const logs = [await long().sign('first')]
    const keys = [await eventsVkey('first')]
    expect(await stateOf(1_001, startMs + 2_000_000, { keys, logs })).toBe('broken')
    expect(await stateOf(700, startMs + 1_398_001, { keys, logs })).toBe('broken')
    expect(await stateOf(1_400, startMs, { keys, logs })).toBe('unknown')
    expect(await stateOf(9_999, startMs + 5_100_000, { keys, logs })).toBe('late')
  })

  it('is found after two changes of the key that signs the log', async () => {
    const [first, second, third] = [await eventsVkey('first'), await eventsVkey('second'), await eventsVkey('third')]
    const log = await long().announce('events', second).sign('first')
    await log
      .handOver()
      .append(...batches(700, startMs + 5_000_000, 2_501))
      .announce('events', third)
      .sign('second')
    await log
      .handOver()
      .append(haltEvent.encode({ instrumentId: 0, halted: false, atMs: startMs }))
      .sign('third')
    const logs = [log]
    await expect(stateOf(700, startMs + 1_398_000, { keys: [first], logs })).rejects.toThrow(/known key|unknown/i)
    const followed = await followAnnouncements([first], log.announced, readerOf(logs))
    const keys = [first, ...followed.map(({ vkey }) => vkey)]
    for (const seq of [700, 2_500, 2_600])
      expect(await stateOf(seq, startMs + 2_000 * (seq - 1), { keys, logs })).toBe('kept')
    expect(await stateOf(1_001, startMs + 2_000_000, { keys, logs })).toBe('broken')
  })
})

describe('the batch of an acceptance at the end of a shard', () => {
  /** The last minute of a half-year and the first of the next, of which each shard has its own key. */
  const shards = async (left: readonly number[] = []) => [
    await new EventsLog('2026h2').append(...batches(60, turnMs - 60_000, 100, left)).sign('first'),
    await new EventsLog('2027h1').append(...batches(60, turnMs, 130, left)).sign('second'),
  ]
  const atMs = (seq: number) => turnMs - 60_000 + 2_000 * (seq - 100)

  it('is found on either side of the turn, also where the sealer was slower than the clock', async () => {
    const keys = [await eventsVkey('first'), await eventsVkey('second', '2027h1')]
    const logs = await shards()
    for (const seq of [101, 129, 130, 158]) expect(await stateOf(seq, atMs(seq), { keys, logs })).toBe('kept')
    const slow = [
      await new EventsLog('2026h2').append(...batches(20, turnMs - 20_000, 100)).sign('first'),
      await new EventsLog('2027h1').append(entryOf({ seq: 110, atMs: turnMs - 300 })).sign('second'),
    ]
    expect(await stateOf(110, turnMs - 300, { keys, logs: slow })).toBe('kept')
  })

  it('is broken where one shard passed over it, and says nothing where the gap may be the turn itself', async () => {
    const keys = [await eventsVkey('first'), await eventsVkey('second', '2027h1')]
    const logs = await shards([110, 129, 140])
    for (const seq of [110, 140]) expect(await stateOf(seq, atMs(seq), { keys, logs })).toBe('broken')
    expect(await stateOf(129, atMs(129), { keys, logs })).toBe('unknown')
    expect(await stateOf(129, atMs(129), { keys, logs: logs.slice(0, 1) })).toBe('unknown')
  })

  it('is looked for in the shard of its time once others have followed', async () => {
    const keys = [await eventsVkey('first'), await eventsVkey('second', '2027h1')]
    const early = await new EventsLog('2026h2').append(...batches(3_000, turnMs - 9_000_000)).sign('first')
    const logs = [early, await new EventsLog('2027h1').append(...batches(60, turnMs, 1_501)).sign('second')]
    expect(await stateOf(600, turnMs - 9_000_000 + 2_000 * 599, { keys, logs })).toBe('kept')
    expect(await stateOf(600, turnMs - 9_000_000 + 2_000 * 599 + 1, { keys, logs })).toBe('broken')
  })
})
