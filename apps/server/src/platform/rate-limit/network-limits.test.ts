import { describe, expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { createNetworkCrowd, createNetworkRateLimit } from './network-limits.ts'

/** An address in the network of this number, within the /48 of 2001:db8:7. */
const inNetwork = (number: number) => `2001:db8:7:${number.toString(16)}::1`

const count = (numbers: readonly number[], admits: (ip: string) => boolean) =>
  numbers.filter((number) => admits(inNetwork(number))).length

const times = (length: number, number: (index: number) => number) => Array.from({ length }, (_, index) => number(index))

describe('a limit of networks', () => {
  const limited = () => createNetworkRateLimit({ max: 10, windowMs: 1_000 }, manualClock(0)).admit

  it('gives a /56 four times the room of a /64, and a /48 sixteen times', () => {
    expect(
      count(
        times(100, () => 5),
        limited(),
      ),
    ).toBe(10)
    expect(
      count(
        times(1_000, (index) => index % 256),
        limited(),
      ),
    ).toBe(40)
    expect(
      count(
        times(1_000, (index) => (index * 256) % 65_536),
        limited(),
      ),
    ).toBe(160)
  })

  it('remembers a /48 however many of its networks call', () => {
    const admits = limited()
    expect(
      count(
        times(60_000, (index) => index),
        admits,
      ),
    ).toBe(160)
    expect(admits('2001:db8:8::1')).toBe(true)
  })

  it('lets one network’s flood use up nothing of its neighbours', () => {
    const admits = limited()
    expect(
      count(
        times(1_000, () => 1),
        admits,
      ),
    ).toBe(10)
    expect(
      count(
        times(10, () => 2),
        admits,
      ),
    ).toBe(10)
  })

  it('counts an IPv4 address alone', () => {
    const admits = limited()
    expect(times(100, () => 0).filter(() => admits('203.0.113.7'))).toHaveLength(10)
    expect(admits('203.0.113.8')).toBe(true)
  })
})

describe('a crowd of networks', () => {
  it('has the same room, and gives every place back', () => {
    const crowd = createNetworkCrowd(2)
    const fill = (numbers: readonly number[]) =>
      numbers.map((number) => crowd.enter(inNetwork(number))).filter((leave) => leave !== null)
    for (let turn = 0; turn < 3; turn += 1) {
      const inside = fill(times(100, (index) => index % 50))
      expect(inside).toHaveLength(8)
      for (const leave of inside) leave()
    }
    expect(fill(times(200, (index) => index * 256))).toHaveLength(32)
  })
})
