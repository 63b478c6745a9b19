import type { ChartPalette } from './chart-palette.ts'
import type { ChartPosition } from './chart-settings.ts'
import type { ChartSpan } from './position-chart-model.ts'

/** What the drawing of open contracts needs from their chart. */
export interface PositionScene {
  readonly positions: readonly ChartPosition[]
  /** The horizontal position of an instant in pixels, including future instants; null while nothing is shown. */
  readonly xOf: (timeMs: number) => number | null
  readonly yOf: (price: number) => number | null
  readonly palette: ChartPalette
  readonly widthPx: number
  readonly heightPx: number
}

type Context = Pick<
  CanvasRenderingContext2D,
  | 'globalAlpha'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'setLineDash'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'fill'
  | 'stroke'
  | 'fillRect'
>

const dotRadiusPx = 4.5
/** A window that is narrower than this is drawn as one line. */
const leastWindowPx = 6

/** Below the candles: the windows of the first contract, and the side on which it wins from the entry to its end. */
export function drawBelow(context: Context, scene: PositionScene): void {
  const [next] = scene.positions
  if (next === undefined) return
  const place = placeOf(next, scene)
  if (place === null) return
  const { heightPx, palette } = scene
  context.globalAlpha = 0.55
  context.fillStyle = next.direction === 'up' ? palette.upSoft : palette.downSoft
  const [top, bottom] = next.direction === 'up' ? [0, place.y] : [place.y, heightPx]
  context.fillRect(place.levelX, top, place.exitX - place.levelX, bottom - top)
  if (next.windows === null) return
  drawWindow(context, next.windows.entry, scene)
  drawWindow(context, next.windows.exit, scene)
}

/** Above the candles: the entries of the others as thin lines, and the first contract's entry, dot and end. */
export function drawAbove(context: Context, scene: PositionScene): void {
  const [next, ...others] = scene.positions
  for (const position of others.toReversed()) drawEntry(context, position, scene)
  if (next === undefined) return
  drawEntry(context, next, scene)
  drawDot(context, next, scene)
  drawEnd(context, next, scene)
}

function drawWindow(context: Context, { fromMs, toMs }: ChartSpan, scene: PositionScene): void {
  const [fromX, toX] = [scene.xOf(fromMs), scene.xOf(toMs)]
  if (fromX === null || toX === null) return
  const isWide = toX - fromX >= leastWindowPx
  context.globalAlpha = 0.75
  context.fillStyle = scene.palette.evidenceSoft
  if (isWide) context.fillRect(fromX, 0, toX - fromX, scene.heightPx)
  context.globalAlpha = 0.5
  context.strokeStyle = scene.palette.evidence
  context.lineWidth = 1
  context.setLineDash([])
  for (const x of isWide ? [fromX, toX] : [toX]) line(context, { x, y: 0 }, { x, y: scene.heightPx })
}

function drawEntry(context: Context, position: ChartPosition, scene: PositionScene): void {
  const place = placeOf(position, scene)
  if (place === null) return
  const isNext = position === scene.positions[0]
  const { levelX, y } = place
  context.strokeStyle = scene.palette.evidence
  context.lineWidth = isNext ? 1.5 : 1
  context.globalAlpha = isNext ? 1 : 0.55
  context.setLineDash(isNext ? [4, 3] : [2, 4])
  line(context, { x: levelX, y }, { x: scene.widthPx, y })
}

/** The mean over the entry window, and the dot at its end, where the level begins. */
function drawDot(context: Context, position: ChartPosition, scene: PositionScene): void {
  const place = placeOf(position, scene)
  if (place === null) return
  const { entryX, levelX, y } = place
  context.setLineDash([])
  context.lineWidth = 3
  line(context, { x: entryX, y }, { x: levelX, y })
  context.fillStyle = scene.palette.background
  context.lineWidth = 2
  context.beginPath()
  context.arc(levelX, y, dotRadiusPx, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
}

function drawEnd(context: Context, { exitAtMs }: ChartPosition, scene: PositionScene): void {
  const x = scene.xOf(exitAtMs)
  if (x === null || x > scene.widthPx) return
  context.strokeStyle = scene.palette.quietText
  context.lineWidth = 1
  context.setLineDash([2, 3])
  line(context, { x, y: 0 }, { x, y: scene.heightPx })
}

interface Point {
  readonly x: number
  readonly y: number
}

function line(context: Context, from: Point, to: Point): void {
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

/** Where the entry window begins and its mean is known, and the end within the drawing. */
function placeOf({ windows, entryAtMs, exitAtMs, entryPrice }: ChartPosition, scene: PositionScene) {
  const entryX = scene.xOf(windows?.entry.fromMs ?? entryAtMs)
  const levelX = scene.xOf(windows?.entry.toMs ?? entryAtMs)
  const exitX = scene.xOf(exitAtMs)
  const y = scene.yOf(entryPrice)
  if (entryX === null || levelX === null || exitX === null || y === null) return null
  return { entryX, levelX, exitX: Math.min(exitX, scene.widthPx), y }
}
