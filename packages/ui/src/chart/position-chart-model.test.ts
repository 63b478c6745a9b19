import { describe, expect, test } from 'vitest'
import { positionChartLayout, roundPrices, type PositionChartInput } from './position-chart-model.ts'

const input: PositionChartInput = {
  widthPx: 390,
  heightPx: 222,
  axisPx: 62,
  footPx: 20,
  points: [
    { timeMs: 90_000, price: 4076 },
    { timeMs: 100_000, price: 4077.2 },
    { timeMs: 110_000, price: 4079 },
  ],
  entry: { timeMs: 100_000, price: 4077.2 },
  endMs: 160_000,
  windows: null,
  tick: 0.01,
}

describe('the chart of a position', () => {
  test('keeps time to scale: half of the contract is half of the way from entry to end', () => {
    const half = { ...input, points: [...input.points, { timeMs: 130_000, price: 4078 }] }
    const { entryX, endX, last } = positionChartLayout(half)
    expect(last?.x).toBeCloseTo((entryX + endX) / 2, 0)
  })

  test('keeps the windows to scale, and begins the level of the entry at the end of its window', () => {
    const spans = { entry: { fromMs: 99_500, toMs: 104_500 }, exit: { fromMs: 155_000, toMs: 160_000 } }
    const { windows, levelX, entryX, endX } = positionChartLayout({ ...input, windows: spans })
    const perSecond = (endX - entryX) / 60
    expect((windows?.entry.toX ?? 0) - (windows?.entry.fromX ?? 0)).toBeCloseTo(5 * perSecond, 0)
    expect(levelX).toBe(windows?.entry.toX)
    expect(windows?.exit.toX).toBe(endX)
    expect(endX - (windows?.exit.fromX ?? 0)).toBeCloseTo(5 * perSecond, 0)
  })

  test('keeps prices below the names of the windows', () => {
    const spans = { entry: { fromMs: 99_500, toMs: 104_500 }, exit: { fromMs: 155_000, toMs: 160_000 } }
    const highest = { ...input, windows: spans, points: [...input.points, { timeMs: 130_000, price: 4090 }] }
    expect(positionChartLayout(highest).last?.y).toBeGreaterThanOrEqual(24)
  })

  test('has the height of the exit once it is known, within the drawing', () => {
    expect(positionChartLayout(input).exitY).toBeNull()
    const { exitY, entryY, plotHeightPx } = positionChartLayout({ ...input, exitPrice: 4085 })
    expect(exitY).toBeLessThan(entryY ?? 0)
    expect(exitY).toBeGreaterThan(0)
    expect(plotHeightPx).toBeGreaterThan(entryY ?? Infinity)
  })

  test('has no level while the entry is measured', () => {
    const { entryY, line } = positionChartLayout({ ...input, entry: { timeMs: 100_000, price: null } })
    expect(entryY).toBeNull()
    expect(line).not.toBe('')
  })

  test('puts higher prices higher and everything inside the plot', () => {
    const { entryY, last, plotHeightPx } = positionChartLayout(input)
    expect(last?.y).toBeLessThan(entryY ?? 0)
    expect(last?.y).toBeGreaterThanOrEqual(10)
    expect(entryY ?? plotHeightPx).toBeLessThanOrEqual(plotHeightPx - 10)
  })

  test('leaves a gap in the line where data is missing', () => {
    const gap = {
      ...input,
      points: [input.points[0], { timeMs: 95_000, price: null }, input.points[1], input.points[2]].filter(
        (point) => point !== undefined,
      ),
    }
    expect(positionChartLayout(gap).line.match(/M/g)).toHaveLength(2)
    expect(positionChartLayout(input).line.match(/M/g)).toHaveLength(1)
  })

  test('never stretches less than six ticks over the whole height', () => {
    const flat = { ...input, points: [{ timeMs: 110_000, price: 4077.21 }] }
    const { entryY, last, plotHeightPx } = positionChartLayout(flat)
    expect((entryY ?? 0) - (last?.y ?? 0)).toBeCloseTo((plotHeightPx - 20) / 6, 0)
  })

  test('draws an entry without any other price', () => {
    const layout = positionChartLayout({ ...input, points: [] })
    expect(layout.line).toBe('')
    expect(layout.last).toBeNull()
    expect(layout.entryY).toBeCloseTo(layout.plotHeightPx / 2, 0)
  })
})

test('chooses up to four or five round prices', () => {
  expect(roundPrices(4075.9, 4079.1)).toEqual([4076, 4077, 4078, 4079])
  expect(roundPrices(0.58413, 0.58447).map((price) => price.toFixed(5))).toEqual(['0.58420', '0.58430', '0.58440'])
  expect(roundPrices(5, 5)).toEqual([])
})
