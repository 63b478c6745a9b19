import { describe, expect, it } from 'vitest'
import { formatVerifierKey } from '../note-key.ts'
import { EventsLog, eventsHost, eventsKey, eventsVkey, readerOf } from '../testing/events-log.ts'
import { followAnnouncements, handoverPath, vkeyOfShard } from './follow-announcements.ts'

/** Entries that announce nothing. */
const filler = (count: number) => Array.from({ length: count }, (_, index) => Uint8Array.of(16, index & 255))

const follow = async (trusted: readonly string[], ...logs: readonly EventsLog[]) => {
  const announced = logs.flatMap((log) => log.announced)
  return (await followAnnouncements(trusted, announced, readerOf(logs))).map(({ vkey }) => vkey)
}

describe('a key that the log of events announces', () => {
  it('is followed from key to key, also where the log has grown by whole tiles since', async () => {
    const [first, second, third] = [await eventsVkey('first'), await eventsVkey('second'), await eventsVkey('third')]
    const ticks = await eventsVkey('second', '2026h2', 'ticks')
    const log = new EventsLog()
      .append(...filler(300))
      .announce('ticks', ticks)
      .announce('events', second)
      .append(...filler(5))
    await log.sign('first')
    await log
      .handOver()
      .append(...filler(700))
      .announce('events', third)
      .sign('second')
    await log
      .handOver()
      .append(...filler(90))
      .sign('third')
    expect(await follow([first], log)).toEqual([ticks, second, third])
    expect(await follow([second], log)).toEqual([ticks, second, third])
    expect(await follow([], log)).toEqual([])
    for (const { index } of log.announced.slice(1)) log.files.delete(`events/2026h2/${handoverPath(index)}`)
    expect(await follow([first], log)).toEqual([])
    expect(await follow([third], log)).toEqual([ticks, second, third])
  })

  it('is followed across half-years, in which a key signs under their names', async () => {
    const second = await eventsVkey('second', '2027h1')
    const early = await new EventsLog('2026h2').append(...filler(3)).sign('first')
    const late = await new EventsLog('2027h1')
      .append(...filler(2))
      .announce('events', second)
      .append(...filler(2))
      .sign('first')
    const acceptance = formatVerifierKey((await eventsKey('third', `${eventsHost}/acceptance`)).key)
    const last = await new EventsLog('2027h2').announce('acceptance', acceptance).sign('second')
    await late
      .handOver()
      .append(...filler(9))
      .sign('second')
    const first = await eventsVkey('first')
    expect(await follow([first], early, late, last)).toEqual([second, acceptance])
    expect(await follow([first], early, last)).toEqual([])
    expect(vkeyOfShard(first, `${eventsHost}/events/2027h1`)).toBe(await eventsVkey('first', '2027h1'))
  })

  it('is not followed without its entry in a tree that the key before has signed', async () => {
    const [first, second] = [await eventsVkey('first'), await eventsVkey('second')]
    const early = await new EventsLog().append(...filler(4)).sign('first')
    const lying = await new EventsLog()
      .append(...filler(4))
      .announce('events', second)
      .sign('second')
    const before = early.files.get('events/2026h2/checkpoint') ?? new Uint8Array(0)
    // A checkpoint from before the announcement, and one that only the new key has signed, hand nothing over.
    for (const note of [before, lying.files.get('events/2026h2/checkpoint') ?? before]) {
      lying.files.set(`events/2026h2/${handoverPath(4)}`, note)
      expect(await follow([first], lying)).toEqual([])
    }
    const other = await new EventsLog().append(...filler(5)).sign('first')
    lying.files.set(`events/2026h2/${handoverPath(4)}`, other.files.get('events/2026h2/checkpoint') ?? before)
    expect(await follow([first], lying)).toEqual([])
  })

  it('signs what it is announced for, on its own host', async () => {
    const first = await eventsVkey('first')
    const stranger = formatVerifierKey((await eventsKey('second', 'other.test/acceptance')).key)
    for (const vkey of [await eventsVkey('second', '2026h2', 'ticks'), stranger]) {
      const log = await new EventsLog().announce('acceptance', vkey).sign('first')
      expect(await follow([first], log)).toEqual([])
    }
  })
})
