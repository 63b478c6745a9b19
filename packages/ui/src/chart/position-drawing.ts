import { apart } from './axis-places.ts'
import type { ChartPalette } from './chart-palette.ts'
import type { ChartPosition } from './chart-settings.ts'
import type { ChartSpan, ChartWindows } from './position-chart-model.ts'

/** What the drawing of open contracts needs from their chart. */
export interface PositionScene {
  readonly positions: readonly ChartPosition[]
  /** The horizontal position of an instant in pixels, including future instants; null while nothing is shown. */
  readonly xOf: (timeMs: number) => number | null
  readonly yOf: (price: number) => number | null
  readonly palette: ChartPalette
  /** What is written above the windows. */
  readonly names: { readonly entry: string; readonly exit: string }
  readonly nowMs: number
  readonly widthPx: number
  readonly heightPx: number
}

type Context = Pick<
  CanvasRenderingContext2D,
  | 'globalAlpha'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'font'
  | 'textAlign'
  | 'setLineDash'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'fill'
  | 'stroke'
  | 'fillRect'
  | 'fillText'
  | 'measureText'
>

const dotRadiusPx = 4.5
/** A window that is narrower than this is drawn as one line. */
const leastWindowPx = 6
/** Windows begin below their names. */
const namesPx = 14
const nameGapPx = 6

/**
 * Below the candles: the windows of the first contract and of settled ones, and the side on which the first wins, from
 * its entry to its end.
 */
export function drawBelow(context: Context, scene: PositionScene): void {
  const [next] = scene.positions
  if (next?.exitPrice === null) drawZone(context, next, scene)
  for (const position of scene.positions)
    if (position.windows !== null && hasWindows(position, scene)) drawWindows(context, position.windows, scene)
}

/** Above the candles: the entries of the others as thin lines, and the first contract's entry, dot and end. */
export function drawAbove(context: Context, scene: PositionScene): void {
  for (const position of scene.positions.toReversed()) {
    drawLevel(context, position, scene)
    if (!hasWindows(position, scene)) continue
    drawEntry(context, position, scene)
    if (position.exitPrice === null) drawEnd(context, position, scene)
    else drawExit(context, { ...position, exitPrice: position.exitPrice }, scene)
  }
}

function hasWindows(position: ChartPosition, { positions }: PositionScene): boolean {
  return position === positions[0] || position.exitPrice !== null
}

function drawZone(context: Context, position: ChartPosition, scene: PositionScene): void {
  const place = placeOf(position, scene)
  if (place === null) return
  const { heightPx, palette } = scene
  const ceiling = position.windows === null ? 0 : namesPx
  context.globalAlpha = 0.55
  context.fillStyle = position.direction === 'up' ? palette.upSoft : palette.downSoft
  const [top, bottom] = position.direction === 'up' ? [ceiling, place.y] : [place.y, heightPx]
  context.fillRect(place.levelX, top, Math.min(place.exitX, scene.widthPx) - place.levelX, bottom - top)
}

function drawWindows(context: Context, windows: ChartWindows, scene: PositionScene): void {
  drawWindow(context, windows.entry, scene)
  drawWindow(context, windows.exit, scene)
  const [entryX, exitX] = [middleOf(windows.entry, scene), middleOf(windows.exit, scene)]
  if (entryX === null || exitX === null) return
  const { names, palette } = scene
  context.globalAlpha = 1
  context.fillStyle = palette.evidence
  context.font = `600 10.5px ${palette.font}`
  context.textAlign = 'center'
  const exitPx = context.measureText(names.exit).width
  const leastPx = (context.measureText(names.entry).width + exitPx) / 2 + nameGapPx
  const [entryNameX, besideX] = apart(entryX, exitX, leastPx)
  // The name of an end that is in sight is, too.
  const exitNameX = exitX > scene.widthPx ? besideX : Math.min(besideX, scene.widthPx - exitPx / 2)
  context.fillText(names.entry, Math.min(entryNameX, exitNameX - leastPx), namesPx - 4)
  context.fillText(names.exit, exitNameX, namesPx - 4)
}

function middleOf({ fromMs, toMs }: ChartSpan, { xOf }: PositionScene): number | null {
  const [fromX, toX] = [xOf(fromMs), xOf(toMs)]
  return fromX === null || toX === null ? null : (fromX + toX) / 2
}

/** Fainter and with dashed edges until it begins. */
function drawWindow(context: Context, { fromMs, toMs }: ChartSpan, scene: PositionScene): void {
  const [fromX, toX] = [scene.xOf(fromMs), scene.xOf(toMs)]
  if (fromX === null || toX === null) return
  const { heightPx, nowMs, palette } = scene
  const isAhead = nowMs < fromMs
  const isWide = toX - fromX >= leastWindowPx
  context.globalAlpha = isAhead ? 0.4 : 0.75
  context.fillStyle = palette.evidenceSoft
  if (isWide) context.fillRect(fromX, namesPx, toX - fromX, heightPx - namesPx)
  context.globalAlpha = 0.5
  context.strokeStyle = palette.evidence
  context.lineWidth = 1
  context.setLineDash(isAhead ? [2, 3] : [])
  for (const x of isWide ? [fromX, toX] : [toX]) line(context, { x, y: namesPx }, { x, y: heightPx })
}

/** The level of the entry: to the right edge while the contract is open, else to its end. */
function drawLevel(context: Context, position: ChartPosition, scene: PositionScene): void {
  const place = placeOf(position, scene)
  if (place === null) return
  const isThin = !hasWindows(position, scene)
  const { levelX, exitX, y } = place
  context.strokeStyle = scene.palette.evidence
  context.lineWidth = isThin ? 1 : 1.5
  context.globalAlpha = isThin ? 0.55 : 1
  context.setLineDash(isThin ? [2, 4] : [4, 3])
  line(context, { x: levelX, y }, { x: position.exitPrice === null ? scene.widthPx : exitX, y })
}

/** The mean over the entry window, and the hollow dot at its end, where the level begins. */
function drawEntry(context: Context, position: ChartPosition, scene: PositionScene): void {
  const place = placeOf(position, scene)
  if (place === null) return
  const { entryX, levelX, y } = place
  const { background, evidence } = scene.palette
  context.globalAlpha = 1
  drawMean(context, { fromX: entryX, toX: levelX, y, colour: evidence })
  drawDot(context, { x: levelX, y }, { inside: background, edge: evidence })
}

/** The mean over the exit window, and the solid dot at its end. */
function drawExit(context: Context, position: ChartPosition & { exitPrice: number }, scene: PositionScene): void {
  const { windows, exitAtMs, exitPrice } = position
  const [fromX, toX] = [scene.xOf(windows?.exit.fromMs ?? exitAtMs), scene.xOf(exitAtMs)]
  const y = scene.yOf(exitPrice)
  if (fromX === null || toX === null || y === null) return
  const { background, text } = scene.palette
  context.globalAlpha = 1
  drawMean(context, { fromX, toX, y, colour: text })
  drawDot(context, { x: toX, y }, { inside: text, edge: background })
}

interface Mean {
  readonly fromX: number
  readonly toX: number
  readonly y: number
  readonly colour: string
}

function drawMean(context: Context, { fromX, toX, y, colour }: Mean): void {
  context.strokeStyle = colour
  context.setLineDash([])
  context.lineWidth = 3
  line(context, { x: fromX, y }, { x: toX, y })
}

function drawDot(context: Context, { x, y }: Point, { inside, edge }: { inside: string; edge: string }): void {
  context.fillStyle = inside
  context.strokeStyle = edge
  context.lineWidth = 2
  context.beginPath()
  context.arc(x, y, dotRadiusPx, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
}

function drawEnd(context: Context, { exitAtMs }: ChartPosition, scene: PositionScene): void {
  const x = scene.xOf(exitAtMs)
  if (x === null || x > scene.widthPx) return
  context.strokeStyle = scene.palette.quietText
  context.lineWidth = 1
  context.setLineDash([2, 3])
  line(context, { x, y: namesPx }, { x, y: scene.heightPx })
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

/** Where the entry window begins and its mean is known, and the end. */
function placeOf({ windows, entryAtMs, exitAtMs, entryPrice }: ChartPosition, scene: PositionScene) {
  const entryX = scene.xOf(windows?.entry.fromMs ?? entryAtMs)
  const levelX = scene.xOf(windows?.entry.toMs ?? entryAtMs)
  const exitX = scene.xOf(exitAtMs)
  const y = scene.yOf(entryPrice)
  return entryX === null || levelX === null || exitX === null || y === null ? null : { entryX, levelX, exitX, y }
}
