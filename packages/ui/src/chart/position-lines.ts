import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'
import type { ChartPalette } from './chart-palette.ts'
import type { ChartPosition } from './chart-settings.ts'
import { coveredTicks } from './covered-ticks.ts'

/** What the lines need from their chart. */
export interface PositionScale {
  /** The position of an instant among the candles, as the library counts them; null without candles. */
  readonly placeOf: (timeMs: number) => number | null
  /** The horizontal position of an instant in pixels, including future instants; null while nothing is shown. */
  readonly xOf: (timeMs: number) => number | null
  readonly palette: () => ChartPalette
  readonly formatPrice: (price: number) => string
  /** The prices that the axis labels. */
  readonly ticks: () => readonly number[]
  /** The price of the tag that follows the market; null without candles. */
  readonly currentPrice: () => number | null
}

interface Box {
  readonly widthPx: number
  readonly heightPx: number
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

const dotRadiusPx = 4.5
/** A label of the price axis, with its room. */
const labelHeightPx = 16
/** As far from its line a tap still means it: half a finger. */
const tapReachPx = 16

/**
 * Open contracts drawn over the candles: the first with its zone, dashed entry, hollow dot and end; the others as thin
 * lines. The entry is the chart's only blue element.
 */
export class PositionLines implements ISeriesPrimitive<Time> {
  readonly #scale: PositionScale
  readonly #views: readonly IPrimitivePaneView[]
  readonly #axisViews: readonly IPrimitivePaneView[]
  #positions: readonly ChartPosition[] = []
  #tags: readonly ISeriesPrimitiveAxisView[] = []
  #attached: SeriesAttachedParameter<Time> | null = null

  constructor(scale: PositionScale) {
    this.#scale = scale
    this.#views = [
      { zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.#draw(target, this.#drawZone) }) },
      { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.#draw(target, this.#drawLines) }) },
    ]
    this.#axisViews = [{ renderer: () => ({ draw: (target) => this.#draw(target, this.#coverTicks) }) }]
  }

  /** Shows other contracts; the first one has the zone. */
  show(positions: readonly ChartPosition[]): void {
    this.#positions = positions
    this.#tags = positions.slice(0, 1).map((position) => this.#tagOf(position))
    this.#attached?.requestUpdate()
  }

  /**
   * The contract whose line is nearest to a height, within reach of a finger. The first contract comes last, because it
   * is already selected.
   */
  at(y: number): ChartPosition | null {
    const reachable = this.#positions.flatMap((position) => {
      const lineY = this.#yOf(position.entryPrice)
      return lineY === null || Math.abs(lineY - y) > tapReachPx ? [] : [{ position, farPx: Math.abs(lineY - y) }]
    })
    const others = reachable.filter(({ position }) => position !== this.#positions[0])
    return (
      (others.length > 0 ? others : reachable).toSorted((left, right) => left.farPx - right.farPx)[0]?.position ?? null
    )
  }

  attached(attached: SeriesAttachedParameter<Time>): void {
    this.#attached = attached
  }

  detached(): void {
    this.#attached = null
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  /** Between the labels of the axis and its tags. */
  priceAxisPaneViews(): readonly IPrimitivePaneView[] {
    return this.#axisViews
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.#tags
  }

  /** The selected entry stays visible at any time; the past keeps its own scale. */
  autoscaleInfo(firstPlace: number, lastPlace: number): AutoscaleInfo | null {
    const [next] = this.#positions
    const entry = next === undefined ? null : this.#scale.placeOf(next.entryAtMs)
    const exit = next === undefined ? null : this.#scale.placeOf(next.exitAtMs)
    if (next === undefined || entry === null || exit === null || exit < firstPlace || entry > lastPlace + 1) return null
    return { priceRange: { minValue: next.entryPrice, maxValue: next.entryPrice } }
  }

  #tagOf({ entryPrice }: ChartPosition): ISeriesPrimitiveAxisView {
    return {
      coordinate: () => this.#yOf(entryPrice) ?? -100,
      text: () => this.#scale.formatPrice(entryPrice),
      textColor: () => this.#scale.palette().evidence,
      backColor: () => this.#scale.palette().evidenceSoft,
      tickVisible: () => false,
    }
  }

  #yOf(price: number): number | null {
    return this.#attached?.series.priceToCoordinate(price) ?? null
  }

  #draw(target: Target, draw: (context: CanvasRenderingContext2D, box: Box) => void): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.save()
      draw(context, { widthPx: mediaSize.width, heightPx: mediaSize.height })
      context.restore()
    })
  }

  /** A label half under a tag would be read wrongly. */
  readonly #coverTicks = (context: CanvasRenderingContext2D, { widthPx }: Box): void => {
    const heights = (prices: readonly (number | null | undefined)[]) =>
      prices.flatMap((price) => (price === null || price === undefined ? [] : (this.#yOf(price) ?? [])))
    const tags = heights([this.#scale.currentPrice(), this.#positions[0]?.entryPrice])
    context.fillStyle = this.#scale.palette().background
    for (const y of coveredTicks(heights(this.#scale.ticks()), tags))
      context.fillRect(0, y - labelHeightPx / 2, widthPx, labelHeightPx)
  }

  /** The side on which the next contract wins, between its entry and its end. */
  readonly #drawZone = (context: CanvasRenderingContext2D, { widthPx, heightPx }: Box): void => {
    const [next] = this.#positions
    if (next === undefined) return
    const place = this.#placeOf(next, widthPx)
    if (place === null) return
    const { entryX, exitX, y } = place
    context.globalAlpha = 0.55
    context.fillStyle = next.direction === 'up' ? this.#scale.palette().upSoft : this.#scale.palette().downSoft
    context.fillRect(
      entryX,
      next.direction === 'up' ? 0 : y,
      exitX - entryX,
      next.direction === 'up' ? y : heightPx - y,
    )
  }

  readonly #drawLines = (context: CanvasRenderingContext2D, box: Box): void => {
    for (const position of this.#positions.slice(1).toReversed())
      this.#drawEntry(context, position, { box, isNext: false })
    const [next] = this.#positions
    if (next === undefined) return
    this.#drawEntry(context, next, { box, isNext: true })
    this.#drawEnd(context, next, box)
  }

  #drawEntry(
    context: CanvasRenderingContext2D,
    position: ChartPosition,
    { box, isNext }: { box: Box; isNext: boolean },
  ): void {
    const place = this.#placeOf(position, box.widthPx)
    if (place === null) return
    const { evidence, background } = this.#scale.palette()
    context.strokeStyle = evidence
    context.lineWidth = isNext ? 1.5 : 1
    context.globalAlpha = isNext ? 1 : 0.55
    context.setLineDash(isNext ? [4, 3] : [2, 4])
    context.beginPath()
    context.moveTo(place.entryX, place.y)
    context.lineTo(box.widthPx, place.y)
    context.stroke()
    if (!isNext) return
    context.setLineDash([])
    context.fillStyle = background
    context.lineWidth = 2
    context.beginPath()
    context.arc(place.entryX, place.y, dotRadiusPx, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
  }

  #drawEnd(context: CanvasRenderingContext2D, position: ChartPosition, { widthPx, heightPx }: Box): void {
    const x = this.#scale.xOf(position.exitAtMs)
    if (x === null || x > widthPx) return
    context.strokeStyle = this.#scale.palette().quietText
    context.lineWidth = 1
    context.setLineDash([2, 3])
    context.beginPath()
    context.moveTo(x, 0)
    context.lineTo(x, heightPx)
    context.stroke()
  }

  #placeOf(position: ChartPosition, widthPx: number): { entryX: number; exitX: number; y: number } | null {
    const entryX = this.#scale.xOf(position.entryAtMs)
    const exitX = this.#scale.xOf(position.exitAtMs)
    const y = this.#yOf(position.entryPrice)
    return entryX === null || exitX === null || y === null ? null : { entryX, exitX: Math.min(exitX, widthPx), y }
  }
}
