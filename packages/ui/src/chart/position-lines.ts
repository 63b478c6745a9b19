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
import type * as PositionDrawing from './position-drawing.ts'
import type { PositionScene } from './position-drawing.ts'

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
  #drawing: typeof PositionDrawing | null = null

  constructor(scale: PositionScale) {
    this.#scale = scale
    this.#views = [
      {
        zOrder: () => 'bottom',
        renderer: () => ({
          draw: (target) => this.#draw(target, (context, box) => this.#drawing?.drawBelow(context, this.#scene(box))),
        }),
      },
      {
        zOrder: () => 'top',
        renderer: () => ({
          draw: (target) => this.#draw(target, (context, box) => this.#drawing?.drawAbove(context, this.#scene(box))),
        }),
      },
    ]
    this.#axisViews = [{ renderer: () => ({ draw: (target) => this.#draw(target, this.#coverTicks) }) }]
  }

  /** Shows other contracts; the first one has the zone. Few charts have any, so that their drawing is loaded then. */
  show(positions: readonly ChartPosition[]): void {
    if (positions.length > 0 && this.#drawing === null) void this.#loadDrawing()
    this.#positions = positions
    this.#tags = positions.slice(0, 1).map((position) => this.#tagOf(position))
    this.#attached?.requestUpdate()
  }

  async #loadDrawing(): Promise<void> {
    // Without it the axis still shows the tag of the entry.
    this.#drawing = await import('./position-drawing.ts').catch(() => null)
    this.#attached?.requestUpdate()
  }

  #scene({ widthPx, heightPx }: Box): PositionScene {
    const { xOf, palette } = this.#scale
    return { positions: this.#positions, xOf, yOf: (price) => this.#yOf(price), palette: palette(), widthPx, heightPx }
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
}
