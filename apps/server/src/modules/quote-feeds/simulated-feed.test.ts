import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import type { FeedTick } from './quote-feed.ts'
import { createSimulatedFeed } from './simulated-feed.ts'
import type { SimulatedInstrument } from './simulated-feed.ts'

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

async function play(options: {
  seed: number | null
  steps: number
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
  await feed.readUntil(500, sink)
  const first = options.inOneGo === true ? options.steps : 1
  for (let step = first; step <= options.steps; step += 1) await feed.readUntil(step * 500, sink)
  return ticks
}

const halfTicks = (tick: FeedTick) => Math.round(Number(tick.bid) * 1e5) + Math.round(Number(tick.ask) * 1e5)

describe('a simulated feed', () => {
  test('gives the same ticks for the same seed, and others for another', async () => {
    expect(await play({ seed: 7, steps: 200 })).toEqual(await play({ seed: 7, steps: 200 }))
    expect(await play({ seed: 8, steps: 200 })).not.toEqual(await play({ seed: 7, steps: 200 }))
  })

  test('draws from a new secret key where it has no seed, and never from the generator that is easy to search', async () => {
    const randomBytes = vi.spyOn(nodeCrypto, 'randomBytes')
    // Also updates modules that already imported it by name.
    syncBuiltinESMExports()
    try {
      const [one, other] = [await play({ seed: null, steps: 200 }), await play({ seed: null, steps: 200 })]
      expect(one).not.toEqual(other)
      expect(randomBytes.mock.calls).toEqual([[32], [32]])
      await play({ seed: 7, steps: 200 })
      expect(randomBytes).toHaveBeenCalledTimes(2)
    } finally {
      randomBytes.mockRestore()
      syncBuiltinESMExports()
    }
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

  test.each([11, null])(
    'moves as much in 30 s as it was calibrated to, and ends equal as rarely as a mid does (seed %s)',
    async (seed) => {
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
