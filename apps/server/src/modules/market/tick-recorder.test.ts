import { createHash } from 'node:crypto'
import { decodeRawTicks, encodeRawTicks } from '@candor/proof/encoding'
import { describe, expect, test } from 'vitest'
import type { FeedTick } from '../quote-feeds/index.ts'
import { mostRecordedTicks, TickRecorder } from './tick-recorder.ts'

const numbers = new Map([
  ['kraken', 3],
  ['last', 15],
])

const record = () => new TickRecorder({ instrumentCount: 3, numberOf: ({ source }) => numbers.get(source) ?? null })

function tick(changed: Partial<FeedTick> = {}): FeedTick {
  return {
    instrumentId: 2,
    source: 'kraken',
    timeMs: 1_767_571_200_123.75,
    bid: '1.10',
    ask: '1.12',
    last: null,
    volume: '5',
    ...changed,
  }
}

describe('the record of a slot', () => {
  test('is the documented bytes', () => {
    const recorder = record()
    recorder.tick(tick({ sourceTimeMs: 1_767_571_200_001.5 }))
    const { bytes, digest } = recorder.take()
    const expected = [
      '01 04 0001 00000000',
      '0002 03 0000019b8b74187b 0000019b8b741801',
      `04 ${Buffer.from('1.10').toString('hex')} 04 ${Buffer.from('1.12').toString('hex')} 00`,
    ]
    expect(Buffer.from(bytes).toString('hex')).toBe(expected.join('').replaceAll(' ', ''))
    expect(Buffer.from(digest)).toEqual(createHash('sha256').update(bytes).digest())
  })

  test('holds the ticks in the order received, without volumes, and is empty again after it is cleared', () => {
    const recorder = record()
    recorder.tick(tick())
    recorder.tick(tick({ instrumentId: 1, source: 'last', bid: null, ask: null, last: '-37.63', timeMs: 5 }))
    const { bytes } = recorder.take()
    expect(encodeRawTicks(decodeRawTicks(bytes))).toEqual(bytes)
    expect(decodeRawTicks(bytes)).toEqual({
      dropped: 0,
      ticks: [
        {
          instrumentId: 2,
          source: 3,
          receivedMs: 1_767_571_200_123,
          sourceTimeMs: 0,
          bid: '1.10',
          ask: '1.12',
          last: '',
        },
        { instrumentId: 1, source: 15, receivedMs: 5, sourceTimeMs: 0, bid: '', ask: '', last: '-37.63' },
      ],
    })
    recorder.clear()
    expect(recorder.take()).toEqual(record().take())
    expect(Buffer.from(recorder.take().bytes).toString('hex')).toBe('0104000000000000')
  })

  test('stays as it was taken while later ticks come', () => {
    const recorder = record()
    recorder.tick(tick())
    const taken = recorder.take()
    const before = [[...taken.sources], decodeRawTicks(taken.bytes)]
    recorder.tick(tick({ instrumentId: 3 }))
    recorder.clear()
    recorder.tick(tick({ bid: '9.99' }))
    expect([taken.sources, decodeRawTicks(taken.bytes)]).toEqual(before)
    expect(Buffer.from(taken.digest)).toEqual(createHash('sha256').update(taken.bytes).digest())
  })

  test('names the sources that sent a tick, for each instrument', () => {
    const recorder = record()
    recorder.tick(tick())
    recorder.tick(tick({ source: 'last' }))
    recorder.tick(tick({ instrumentId: 3, source: 'last' }))
    expect(recorder.take().sources).toEqual([0, 0b100_0000_0000_0100, 0b100_0000_0000_0000])
    recorder.clear()
    expect(recorder.take().sources).toEqual([0, 0, 0])
  })

  test('counts the ticks beyond the bound, and still names their sources', () => {
    const recorder = record()
    for (let sent = 0; sent < mostRecordedTicks; sent += 1) recorder.tick(tick({ timeMs: sent }))
    expect(decodeRawTicks(recorder.take().bytes).dropped).toBe(0)
    for (let sent = 0; sent < 70_000; sent += 1) recorder.tick(tick({ instrumentId: 1, source: 'last' }))
    const { bytes, sources } = recorder.take()
    const { ticks, dropped } = decodeRawTicks(bytes)
    expect([ticks.length, dropped, sources]).toEqual([mostRecordedTicks, 70_000, [0b100_0000_0000_0000, 0b100, 0]])
    expect(ticks.map(({ receivedMs }) => receivedMs)).toEqual(Array.from({ length: mostRecordedTicks }, (_, at) => at))
  })

  test.each([
    ['from a source without a number', tick({ source: 'unknown' })],
    ['with a price that is too long', tick({ ask: `1.${'0'.repeat(254)}` })],
    ['with a price that is no ASCII', tick({ last: '١.١' })],
  ])('counts a tick %s as dropped, and keeps nothing of it', (_, dropped) => {
    const recorder = record()
    recorder.tick(tick())
    recorder.tick(dropped)
    recorder.tick(tick({ bid: '1.11' }))
    const read = decodeRawTicks(recorder.take().bytes)
    expect([read.dropped, read.ticks.map(({ bid }) => bid)]).toEqual([1, ['1.10', '1.11']])
  })

  test('knows nothing of instruments that no frame has', () => {
    const recorder = record()
    recorder.tick(tick({ instrumentId: 4 }))
    expect(recorder.take()).toEqual(record().take())
  })
})
