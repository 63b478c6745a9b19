import { expect, test } from 'vitest'
import type { ChartPalette } from './chart-palette.ts'
import type { ChartPosition } from './chart-settings.ts'
import { drawAbove, drawBelow } from './position-drawing.ts'

const names = [
  'font',
  'background',
  'text',
  'quietText',
  'line',
  'up',
  'down',
  'staleTag',
  'off',
  'middleText',
] as const
const soft = ['upSoft', 'downSoft', 'evidence', 'evidenceSoft'] as const
const palette = Object.fromEntries([...names, ...soft].map((name) => [name, name])) as unknown as ChartPalette

const position: ChartPosition = {
  id: '1',
  direction: 'up',
  entryPrice: 70,
  entryAtMs: 1_500,
  exitPrice: null,
  exitAtMs: 31_000,
  windows: { entry: { fromMs: 1_000, toMs: 6_000 }, exit: { fromMs: 26_000, toMs: 31_000 } },
}

const settled: ChartPosition = { ...position, id: '3', exitPrice: 75 }

/** A surface that remembers what was filled and written, and the lines that were drawn, at 10 px a second. */
function drawn(positions: readonly ChartPosition[], { pxPerSecond = 10, nowMs = 10_000 } = {}) {
  const fills: [string, ...number[]][] = []
  const lines: [string, ...number[]][] = []
  const dashed: number[][] = []
  const dots: [string, number, number][] = []
  const words: [string, number, number][] = []
  let dash: readonly number[] = []
  let at = { x: 0, y: 0 }
  const context = {
    globalAlpha: 1,
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    font: '',
    textAlign: 'start' as const,
    setLineDash: (segments: number[]) => (dash = segments),
    beginPath: () => undefined,
    moveTo: (x: number, y: number) => (at = { x, y }),
    lineTo: (x: number, y: number) => {
      lines.push([String(context.strokeStyle), at.x, at.y, x, y])
      if (dash.length > 0) dashed.push([at.x, at.y, x, y])
    },
    arc: (x: number, y: number) => dots.push([String(context.fillStyle), x, y]),
    fill: () => undefined,
    stroke: () => undefined,
    fillRect: (...box: [number, number, number, number]) => fills.push([String(context.fillStyle), ...box]),
    fillText: (text: string, x: number, y: number) => words.push([text, x, y]),
    measureText: (text: string) => ({ width: 6 * text.length }) as TextMetrics,
  }
  const xOf = (timeMs: number) => (timeMs / 1_000) * pxPerSecond
  const names = { entry: 'Entry', exit: 'Exit' }
  const yOf = (price: number) => price
  const scene = { positions, xOf, yOf, palette, names, nowMs, widthPx: 290, heightPx: 200 }
  drawBelow(context, scene)
  drawAbove(context, scene)
  return { fills, lines, dashed, dots, words }
}

test('both windows are fields below their names, and the side that wins begins where the entry is known', () => {
  const { fills, words } = drawn([position])
  expect(fills).toEqual([
    ['upSoft', 60, 14, 230, 56],
    ['evidenceSoft', 10, 14, 50, 186],
    ['evidenceSoft', 260, 14, 50, 186],
  ])
  expect(words).toEqual([
    ['Entry', 35, 10],
    // At 285 it would be cut at the right edge.
    ['Exit', 278, 10],
  ])
  expect(drawn([{ ...position, direction: 'down' }]).fills[0]).toEqual(['downSoft', 60, 70, 230, 130])
})

test('names of windows that are near each other give way', () => {
  const { words } = drawn([position], { pxPerSecond: 1 })
  // Their windows' middles are 25 px apart, half their widths and the gap 33.
  expect(words).toEqual([
    ['Entry', -0.5, 10],
    ['Exit', 32.5, 10],
  ])
})

test('names at the right edge move left together, unless the end is out of sight', () => {
  const shifted = {
    ...position,
    windows: { entry: { fromMs: 265_000, toMs: 270_000 }, exit: { fromMs: 280_000, toMs: 285_000 } },
  }
  expect(drawn([shifted], { pxPerSecond: 1 }).words).toEqual([
    ['Entry', 245, 10],
    ['Exit', 278, 10],
  ])
  expect(drawn([position], { pxPerSecond: 11 }).words[1]).toEqual(['Exit', 313.5, 10])
})

test('a window has dashed edges until it begins', () => {
  const edges = (nowMs: number) => drawn([position], { nowMs }).dashed.filter(([x, , toX]) => x === toX)
  const end = [310, 14, 310, 200]
  const entryEdges = [10, 60].map((x) => [x, 14, x, 200])
  const exitEdges = [260, 310].map((x) => [x, 14, x, 200])
  expect(edges(500)).toEqual([...entryEdges, ...exitEdges])
  expect(edges(10_000)).toEqual(exitEdges)
  expect(edges(27_000)).toEqual([])
  expect(edges(32_000)).not.toContainEqual(end)
})

test('the mean lies over the entry window, and its dot where the level begins', () => {
  const { lines, dots } = drawn([position])
  expect(lines).toContainEqual(['evidence', 10, 70, 60, 70])
  expect(lines).toContainEqual(['evidence', 60, 70, 290, 70])
  expect(dots).toEqual([['background', 60, 70]])
})

test('windows too narrow for a field are lines at their ends', () => {
  const { fills, lines } = drawn([position], { pxPerSecond: 1 })
  expect(fills.map(([colour]) => colour)).toEqual(['upSoft'])
  expect(lines).toContainEqual(['evidence', 6, 14, 6, 200])
  expect(lines).toContainEqual(['evidence', 31, 14, 31, 200])
})

test('a contract that single frames decide has no windows', () => {
  const { fills, dots, words } = drawn([{ ...position, windows: null }])
  expect(fills).toEqual([['upSoft', 15, 0, 275, 70]])
  expect(dots).toEqual([['background', 15, 70]])
  expect(words).toEqual([])
})

test('other contracts are lines only', () => {
  const other = { ...position, id: '2', entryPrice: 90 }
  const { fills, lines, dots } = drawn([position, other])
  expect(fills).toHaveLength(3)
  expect(dots).toHaveLength(1)
  expect(lines).toContainEqual(['evidence', 60, 90, 290, 90])
})

test('a settled contract keeps its windows, both means and the dot of its exit, and no side wins', () => {
  const { fills, lines, dots } = drawn([settled], { pxPerSecond: 5, nowMs: 40_000 })
  expect(fills).toEqual([
    ['evidenceSoft', 5, 14, 25, 186],
    ['evidenceSoft', 130, 14, 25, 186],
  ])
  expect(lines).toContainEqual(['evidence', 30, 70, 155, 70])
  expect(lines).toContainEqual(['text', 130, 75, 155, 75])
  expect(dots).toEqual([
    ['background', 30, 70],
    ['text', 155, 75],
  ])
})

test('a settled contract keeps them beside an open one, which has the side that wins', () => {
  const { fills, dots } = drawn([{ ...position, windows: null }, settled])
  expect(fills.map(([colour]) => colour)).toEqual(['upSoft', 'evidenceSoft', 'evidenceSoft'])
  expect(dots.map(([colour]) => colour)).toEqual(['background', 'text', 'background'])
})
