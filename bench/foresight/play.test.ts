import { describe, expect, it } from 'vitest'
import { randomAt } from '../../apps/server/src/modules/quote-feeds/index.ts'
import { coinFlip, follower, watcher } from './attackers.ts'
import { play } from './play.ts'
import type { Official } from './official.ts'
import { TapeReader, delayed, walkTape } from './tape.ts'

const slots = 40_000
const single = {
  feeBps: 100,
  payoutBps: 8_500,
  durationSlots: 60,
  entryDelaySlots: 1,
  entryWindowSlots: 1,
  exitWindowSlots: 1,
}
const averaged = { ...single, entryWindowSlots: 10, exitWindowSlots: 10 }
const walk = walkTape({
  price: 1,
  sigma30s: 0.001,
  spread: 0,
  everyMs: 500,
  lengthMs: slots * 500,
  random: randomAt(3, 1, 0),
})

/** The official price is the walk's, this late. */
function officialOf(lagMs: number): Official {
  const reader = new TapeReader(delayed(walk, { lagMs }))
  const frames = Array.from({ length: slots }, (_, slot) => {
    const mid = reader.midAt((slot + 1) * 500)
    return {
      slot,
      ticks: BigInt(Math.round((mid ?? 1) * 1e8)),
      state: mid === null ? 'stale' : 'open',
      epoch: 1,
    } as const
  })
  return { firstSlot: 0, frames }
}

describe('a player without foresight', () => {
  it('loses about what the odds cost', () => {
    const { contracts, net, wonShare } = play(officialOf(0), single, coinFlip(randomAt(1, 1, 1)))
    expect(contracts).toBeGreaterThan(400)
    expect(wonShare).toBeGreaterThan(0.43)
    expect(wonShare).toBeLessThan(0.57)
    expect(net).toBeLessThan(0.06)
  })
})

describe('an attacker who sees a late price at once', () => {
  const see = () => watcher(walk, { leastBps: 1, priceDecimals: 8 })

  it('wins where one frame decides and the entry is not later than the lag', () => {
    expect(play(officialOf(4_000), single, see()).net).toBeGreaterThan(0.05)
  })

  it('wins no more where averages decide and the entry waits for the lag', () => {
    const { contracts, netAtMost } = play(officialOf(4_000), { ...averaged, entryDelaySlots: 8 }, see())
    expect(contracts).toBeGreaterThan(300)
    expect(netAtMost).toBeLessThan(0.06)
  })

  it('has nothing to see where the price is not late', () => {
    expect(play(officialOf(0), single, see()).contracts).toBe(0)
  })
})

it('follows a move, or fades it', () => {
  const rise = { timesMs: [0, 1_000], bids: [1, 1.01], asks: [1, 1.01] }
  const newest = { slot: 2, ticks: 1n, state: 'open', epoch: 1 } as const
  const choose = (sign: 1 | -1, leastBps: number) =>
    follower(rise, { overMs: 1_000, leastBps, sign })({ atMs: 1_000, newest })
  expect([choose(1, 50), choose(-1, 50), choose(1, 200)]).toEqual(['up', 'down', null])
})
