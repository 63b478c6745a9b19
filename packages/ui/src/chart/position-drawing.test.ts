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
  exitAtMs: 31_000,
  windows: { entry: { fromMs: 1_000, toMs: 6_000 }, exit: { fromMs: 26_000, toMs: 31_000 } },
}

/** A surface that remembers what was filled, and the lines that were drawn, at 10 px a second. */
function drawn(positions: readonly ChartPosition[], { pxPerSecond = 10 } = {}) {
  const fills: [string, ...number[]][] = []
  const lines: [string, ...number[]][] = []
  const dots: number[][] = []
  let at = { x: 0, y: 0 }
  const context = {
    globalAlpha: 1,
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    setLineDash: () => undefined,
    beginPath: () => undefined,
    moveTo: (x: number, y: number) => (at = { x, y }),
    lineTo: (x: number, y: number) => lines.push([String(context.strokeStyle), at.x, at.y, x, y]),
    arc: (x: number, y: number) => dots.push([x, y]),
    fill: () => undefined,
    stroke: () => undefined,
    fillRect: (...box: [number, number, number, number]) => fills.push([String(context.fillStyle), ...box]),
  }
  const xOf = (timeMs: number) => (timeMs / 1_000) * pxPerSecond
  const scene = { positions, xOf, yOf: (price: number) => price, palette, widthPx: 290, heightPx: 200 }
  drawBelow(context, scene)
  drawAbove(context, scene)
  return { fills, lines, dots }
}

test('both windows are fields, and the side that wins begins where the entry is known', () => {
  expect(drawn([position]).fills).toEqual([
    ['upSoft', 60, 0, 230, 70],
    ['evidenceSoft', 10, 0, 50, 200],
    ['evidenceSoft', 260, 0, 50, 200],
  ])
  expect(drawn([{ ...position, direction: 'down' }]).fills[0]).toEqual(['downSoft', 60, 70, 230, 130])
})

test('the mean lies over the entry window, and its dot where the level begins', () => {
  const { lines, dots } = drawn([position])
  expect(lines).toContainEqual(['evidence', 10, 70, 60, 70])
  expect(lines).toContainEqual(['evidence', 60, 70, 290, 70])
  expect(dots).toEqual([[60, 70]])
})

test('windows too narrow for a field are lines at their ends', () => {
  const { fills, lines } = drawn([position], { pxPerSecond: 1 })
  expect(fills.map(([colour]) => colour)).toEqual(['upSoft'])
  expect(lines).toContainEqual(['evidence', 6, 0, 6, 200])
  expect(lines).toContainEqual(['evidence', 31, 0, 31, 200])
})

test('a contract that single frames decide has no windows', () => {
  const { fills, dots } = drawn([{ ...position, windows: null }])
  expect(fills).toEqual([['upSoft', 15, 0, 275, 70]])
  expect(dots).toEqual([[15, 70]])
})

test('other contracts are lines only', () => {
  const other = { ...position, id: '2', entryPrice: 90 }
  const { fills, lines, dots } = drawn([position, other])
  expect(fills).toHaveLength(3)
  expect(dots).toHaveLength(1)
  expect(lines).toContainEqual(['evidence', 60, 90, 290, 90])
})
