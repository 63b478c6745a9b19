import type { AutoscaleInfo } from 'lightweight-charts'
import type { ChartPalette } from './chart-palette.ts'
import type { ChartPosition, PriceChartSettings } from './chart-settings.ts'
import { drawAbove, drawBelow } from './position-drawing.ts'
import type { PositionScene } from './position-drawing.ts'
import type { Attached, Primitive, PrimitiveView, Target } from './primitive.ts'

/** What the lines need from their chart. */
export interface PositionScale {
  /** The position of an instant among the candles, as the library counts them; null without candles. */
  readonly placeOf: (timeMs: number) => number | null
  /** The horizontal position of an instant in pixels, including future instants; null while nothing is shown. */
  readonly xOf: (timeMs: number) => number | null
  readonly palette: () => ChartPalette
  readonly settings: () => PriceChartSettings | null
}

/** As far from its line a tap still means it: half a finger. */
const tapReachPx = 16

/**
 * Open contracts drawn over the candles: the first with its windows, zone, dashed entry, hollow dot and end; the others
 * as thin lines. A settled one keeps its windows and the dot of its exit. The entry is the chart's only blue element.
 */
export class PositionLines implements Primitive {
  readonly #scale: PositionScale
  readonly #views: readonly PrimitiveView[] = [this.#view('bottom', drawBelow), this.#view('top', drawAbove)]
  #positions: readonly ChartPosition[] = []
  #attached: Attached | null = null

  constructor(scale: PositionScale) {
    this.#scale = scale
  }

  /** Shows other contracts; the first one has the zone. */
  show(positions: readonly ChartPosition[]): void {
    this.#positions = positions
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

  attached(attached: Attached): void {
    this.#attached = attached
  }

  detached(): void {
    this.#attached = null
  }

  paneViews(): readonly PrimitiveView[] {
    return this.#views
  }

  /** The selected entry stays visible at any time; the past keeps its own scale. */
  autoscaleInfo(firstPlace: number, lastPlace: number): AutoscaleInfo | null {
    const [next] = this.#positions
    const entry = next === undefined ? null : this.#scale.placeOf(next.entryAtMs)
    const exit = next === undefined ? null : this.#scale.placeOf(next.exitAtMs)
    if (next === undefined || entry === null || exit === null || exit < firstPlace || entry > lastPlace + 1) return null
    return { priceRange: { minValue: next.entryPrice, maxValue: next.entryPrice } }
  }

  #yOf(price: number): number | null {
    return this.#attached?.series.priceToCoordinate(price) ?? null
  }

  #view(
    zOrder: 'bottom' | 'top',
    draw: (context: CanvasRenderingContext2D, scene: PositionScene) => void,
  ): PrimitiveView {
    const renderer = {
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          const settings = this.#scale.settings()
          if (settings === null) return
          context.save()
          draw(context, {
            positions: this.#positions,
            xOf: this.#scale.xOf,
            yOf: (price) => this.#yOf(price),
            palette: this.#scale.palette(),
            names: settings.windowNames,
            nowMs: settings.nowMs(),
            widthPx: mediaSize.width,
            heightPx: mediaSize.height,
          })
          context.restore()
        }),
    }
    return { zOrder: () => zOrder, renderer: () => renderer }
  }
}
