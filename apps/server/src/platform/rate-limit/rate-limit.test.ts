import { describe, expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { createAdmission, defaultCallLimits } from './admission.ts'
import { networkOf, networksOf, siteOf } from './network.ts'
import { createRateLimit } from './rate-limit.ts'
import type { SharedLimit } from './rate-limit.ts'

describe('a rate limit', () => {
  it('admits as many as fit the window, each key by itself', () => {
    const limit = createRateLimit({ max: 3, windowMs: 1_000 }, manualClock(10_000))
    expect([1, 2, 3, 4].map(() => limit.admit('a'))).toEqual([true, true, true, false])
    expect(limit.admit('b')).toBe(true)
  })

  it('slides: half a window later half of the earlier calls still count', () => {
    const clock = manualClock(10_000)
    const limit = createRateLimit({ max: 4, windowMs: 1_000 }, clock)
    for (let call = 0; call < 4; call += 1) limit.admit('a')
    clock.advance(1_500)
    expect([1, 2, 3].map(() => limit.admit('a'))).toEqual([true, true, false])
    clock.advance(2_000)
    expect([1, 2, 3, 4, 5].map(() => limit.admit('a'))).toEqual([true, true, true, true, false])
  })

  it('does not let refused calls prolong the wait', () => {
    const clock = manualClock(10_000)
    const limit = createRateLimit({ max: 1, windowMs: 1_000 }, clock)
    for (let call = 0; call < 100; call += 1) limit.admit('a')
    clock.advance(2_000)
    expect(limit.admit('a')).toBe(true)
  })

  it('remembers no more keys than it was allowed', () => {
    const limit = createRateLimit({ max: 1, windowMs: 1_000 }, manualClock(10_000), { maxKeys: 2 })
    for (const key of ['a', 'b', 'c']) limit.admit(key)
    expect(limit.admit('c')).toBe(false)
    expect(limit.admit('a')).toBe(true)
  })
})

describe('a limit of several processes', () => {
  /** The limit in two processes, with an exchange of what they counted. */
  function openTwo(max: number) {
    const clock = manualClock(60_000)
    const sums = new Map<string, number>()
    const shared: SharedLimit[] = []
    const share = { add: (_name: string, limit: SharedLimit) => void shared.push(limit) }
    const open = () => createRateLimit({ max, windowMs: 1_000 }, clock, { sharing: { share, name: 'calls' } })
    const [one, other] = [open(), open()]
    const exchange = () => {
      let told = 0
      for (const limit of shared)
        for (const counted of limit.takeDue()) {
          const key = `${counted.key} ${counted.startMs}`
          sums.set(key, (sums.get(key) ?? 0) + counted.count)
          limit.learn(counted, sums.get(key) ?? 0)
          told += counted.count
        }
      return told
    }
    const admitted = (limit: typeof one, calls: number) =>
      Array.from({ length: calls }, () => limit.admit('a')).filter((isAdmitted) => isAdmitted).length
    return { one, other, clock, exchange, admitted }
  }

  it('counts the calls of all, once, and in the next window as well', () => {
    const { one, other, clock, exchange, admitted } = openTwo(10)
    expect([admitted(one, 6), admitted(other, 1)]).toEqual([6, 1])
    expect(exchange()).toBe(7)
    // The second one knows the first one's calls; the first one gets to know when it counts again.
    expect(admitted(other, 10)).toBe(3)
    expect(admitted(one, 1)).toBe(1)
    expect(exchange()).toBe(4)
    expect(exchange()).toBe(0)
    // What the second one counted in between is known half a second after the next call.
    expect([admitted(one, 5), admitted(other, 5)]).toEqual([2, 0])
    expect(exchange()).toBe(2)
    expect([admitted(one, 5), admitted(other, 5)]).toEqual([0, 0])
    clock.advance(1_000)
    expect([admitted(one, 5), admitted(other, 5)]).toEqual([0, 0])
    clock.advance(2_000)
    expect(admitted(one, 20)).toBe(10)
  })

  it('tells nobody of keys far below the limit', () => {
    const { one, exchange, admitted } = openTwo(160)
    admitted(one, 9)
    expect(exchange()).toBe(0)
    admitted(one, 1)
    expect(exchange()).toBe(10)
  })
})

const limits = {
  network: { max: 5, windowMs: 1_000 },
  logFiles: { max: 1, windowMs: 1_000 },
  networkAtOnce: 2,
  networkConnections: 2,
  customer: { max: 2, windowMs: 1_000 },
  paths: { 'user/login': { max: 1, windowMs: 1_000 } },
}

describe('admission', () => {
  it('limits a path per network', () => {
    const { admitNetwork: call } = createAdmission(limits, manualClock(0))
    expect([
      call('1.1.1.1', 'user/login'),
      call('1.1.1.1', 'user/login'),
      call('1.1.1.1', 'user/info'),
      call('2.2.2.2', 'user/login'),
    ]).toEqual([true, false, true, true])
  })

  it('limits a customer on every network, and a network for every customer', () => {
    const { admitNetwork, admitCaller } = createAdmission(limits, manualClock(0))
    expect([7n, 7n, 7n, 8n].map(admitCaller)).toEqual([true, true, false, true])
    expect(Array.from({ length: 6 }, () => admitNetwork('1.1.1.1', 'user/info'))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
  })
})

it('lets a network begin ten conversations of visitors an hour', () => {
  const clock = manualClock(0)
  const { admitNetwork } = createAdmission(defaultCallLimits, clock)
  const begin = () => admitNetwork('1.1.1.1', 'support/visit_begin')
  expect(Array.from({ length: 11 }, begin)).toEqual([...Array.from({ length: 10 }, () => true), false])
  clock.advance(2 * 3_600_000)
  expect(begin()).toBe(true)
})

describe('the calls of a network in progress', () => {
  it('are as many as fit, and the next when one has ended', () => {
    const { enterNetwork } = createAdmission(limits, manualClock(0))
    const [first, second, third] = [1, 2, 3].map(() => enterNetwork('1.1.1.1'))
    expect([first, second]).not.toContain(null)
    expect(third).toBeNull()
    expect(enterNetwork('2.2.2.2')).not.toBeNull()
    first?.()
    expect(enterNetwork('1.1.1.1')).not.toBeNull()
    expect(enterNetwork('1.1.1.1')).toBeNull()
  })
})

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('of %j is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })

  it.each([
    ['203.0.113.7', ['203.0.113.7'], '203.0.113.7'],
    ['::ffff:203.0.113.7', ['203.0.113.7'], '203.0.113.7'],
    ['2001:db8:1:2345::9', ['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48'], '2001:db8:1::/48'],
    ['2001:db8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48'], '2001:db8:1::/48'],
    ['not an address', ['unknown'], 'unknown'],
  ])('of %j are, the narrowest first, %j', (ip, networks, site) => {
    expect(networksOf(ip).map(({ name }) => name)).toEqual(networks)
    expect(siteOf(ip)).toBe(site)
  })
})
