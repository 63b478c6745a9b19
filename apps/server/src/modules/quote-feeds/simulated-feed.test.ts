import { describe, expect, test } from 'vitest'
import type { FeedTick } from './quote-feed.ts'
import { createSimulatedFeed } from './simulated-feed.ts'
import type { SecretSeeds, SimulatedInstrument, SimulationStart } from './simulated-feed.ts'

const euro: SimulatedInstrument = {
  id: 27,
  tickDecimals: 5,
  tickUnits: 1n,
  levelTicks: 113_607,
  startTicks: 113_607,
  sigma30sTicks: 9.1,
  spreadTicks: 1,
  tradeUnits: 1_000_000,
}

const stepsPerDay = 172_800

/** Seeds of their days' own bytes, and the starts that the feed reported. */
function secretSeeds(options: { secret?: number; missing?: () => boolean } = {}) {
  const starts: SimulationStart[] = []
  const seeds: SecretSeeds = {
    seedOf: (day) => (options.missing?.() === true ? null : new Uint8Array(32).fill((options.secret ?? 1) + day)),
    recordStart: (start) => starts.push(start),
  }
  return { seeds, starts }
}

async function play(options: {
  seed: number | SecretSeeds
  steps: number
  /** The step after which the feed begins. */
  afterStep?: number
  instrument?: SimulatedInstrument
  isOpen?: (id: number, atMs: number) => boolean
  inOneGo?: boolean
}) {
  const ticks: FeedTick[] = []
  const feed = createSimulatedFeed({
    seed: options.seed,
    instruments: [options.instrument ?? euro],
    isOpen: options.isOpen ?? (() => true),
  })
  const sink = { tick: (tick: FeedTick) => ticks.push(tick), seam: () => undefined, lost: () => undefined }
  const afterStep = options.afterStep ?? 0
  await feed.readUntil((afterStep + 1) * 500, sink)
  const first = options.inOneGo === true ? options.steps : afterStep + 1
  for (let step = first; step <= options.steps; step += 1) await feed.readUntil(step * 500, sink)
  return ticks
}

const halfTicks = (tick: FeedTick) => Math.round(Number(tick.bid) * 1e5) + Math.round(Number(tick.ask) * 1e5)

describe('a simulated feed', () => {
  test('gives the same ticks for the same seed, and others for another', async () => {
    expect(await play({ seed: 7, steps: 200 })).toEqual(await play({ seed: 7, steps: 200 }))
    expect(await play({ seed: 8, steps: 200 })).not.toEqual(await play({ seed: 7, steps: 200 }))
  })

  test('draws each day from the seed of that day', async () => {
    const dayOf = (ticks: readonly FeedTick[], day: number) =>
      ticks.filter(({ timeMs }) => Math.floor(timeMs / 86_400_000) === day)
    const times = { afterStep: stepsPerDay - 200, steps: stepsPerDay + 200 }
    const one = await play({ seed: secretSeeds().seeds, ...times })
    const changed: SecretSeeds = {
      ...secretSeeds().seeds,
      seedOf: (day) => new Uint8Array(32).fill(day === 0 ? 1 : 99),
    }
    const other = await play({ seed: changed, ...times })
    expect(dayOf(one, 0).length).toBeGreaterThan(100)
    expect(dayOf(other, 0)).toEqual(dayOf(one, 0))
    expect(dayOf(other, 1).length).toBeGreaterThan(100)
    expect(dayOf(other, 1)).not.toEqual(dayOf(one, 1))
  })

  test('gives nothing of a day whose seed is not committed, and goes on as soon as it is', async () => {
    let isMissing = true
    const { seeds, starts } = secretSeeds({ missing: () => isMissing })
    const feed = createSimulatedFeed({ seed: seeds, instruments: [euro], isOpen: () => true })
    const ticks: FeedTick[] = []
    const sink = { tick: (tick: FeedTick) => ticks.push(tick), seam: () => undefined, lost: () => undefined }
    await expect(feed.readUntil(10_000, sink)).rejects.toThrow('no committed seed')
    expect([ticks, starts]).toEqual([[], []])
    isMissing = false
    await feed.readUntil(20_000, sink)
    expect(starts.map(({ startMs }) => startMs)).toEqual([9_500])
    expect(ticks.length).toBeGreaterThan(10)
  })

  test('begins each run and each day at the prices that were last quoted, and says where', async () => {
    const { seeds, starts } = secretSeeds()
    const feed = createSimulatedFeed({ seed: seeds, instruments: [euro], isOpen: () => true })
    const mids: number[] = []
    const sink = {
      tick: (tick: FeedTick) => mids.push(halfTicks(tick) / 2),
      seam: () => undefined,
      lost: () => undefined,
    }
    const midnightMs = stepsPerDay * 500
    await feed.readUntil(midnightMs - 99_500, sink)
    await feed.readUntil(midnightMs, sink)
    const quoted = mids.at(-1)
    await feed.readUntil(midnightMs + 3_000, sink)
    const beforePause = mids.at(-1)
    await feed.readUntil(midnightMs + 7_200_000, sink)
    expect(starts).toEqual([
      { startMs: midnightMs - 100_000, ticks: new Map([[euro.id, euro.startTicks]]) },
      { startMs: midnightMs, ticks: new Map([[euro.id, quoted]]) },
      { startMs: midnightMs + 3_600_000, ticks: new Map([[euro.id, beforePause]]) },
    ])
  })

  test('does not depend on how time is cut into steps', async () => {
    expect(await play({ seed: 7, steps: 200, inOneGo: true })).toEqual(await play({ seed: 7, steps: 200 }))
  })

  test('stands still while the market is closed', async () => {
    const ticks = await play({ seed: 7, steps: 400, isOpen: (_, atMs) => atMs < 50_000 || atMs >= 150_000 })
    expect(ticks.filter((tick) => tick.timeMs >= 50_000 && tick.timeMs < 150_000)).toEqual([])
    const before = ticks.findLast((tick) => tick.timeMs < 50_000)
    const after = ticks.find((tick) => tick.timeMs >= 150_000)
    if (before === undefined || after === undefined) throw new Error('there are ticks on both sides')
    expect(Math.abs(halfTicks(after) - halfTicks(before))).toBeLessThan(20)
  })

  test('never crosses bid and ask, stays on the exchange grid and in its slot', async () => {
    const corn = { ...euro, tickDecimals: 2, tickUnits: 25n, levelTicks: 1_700, startTicks: 1_700, sigma30sTicks: 0.54 }
    const ticks = await play({ seed: 3, steps: 2_000, instrument: corn })
    for (const [index, tick] of ticks.entries()) {
      expect(Number(tick.bid)).toBeLessThan(Number(tick.ask))
      expect(Number(tick.bid) % 0.25).toBe(0)
      expect(tick.timeMs).toBeGreaterThan(ticks[index - 1]?.timeMs ?? -1)
    }
  })

  test.each([
    ['a number', 11],
    ['secret seeds', secretSeeds().seeds],
  ])(
    'moves as much in 30 s as it was calibrated to, and ends equal as rarely as a mid does (from %s)',
    async (_, seed) => {
      const ticks = await play({ seed, steps: 400_000, instrument: { ...euro, sigma30sTicks: 4 } })
      const mids = new Map(ticks.map((tick) => [Math.floor(tick.timeMs / 500), halfTicks(tick) / 2]))
      const moves = [...mids].flatMap(([slot, mid]) => (mids.has(slot + 60) ? [(mids.get(slot + 60) ?? 0) - mid] : []))
      const sigma = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length)
      expect(sigma).toBeGreaterThan(3.8)
      expect(sigma).toBeLessThan(4.2)
      const ties = moves.filter((move) => move === 0).length / moves.length
      expect(ties).toBeGreaterThan(0.04)
      expect(ties).toBeLessThan(0.06)
    },
  )
})
