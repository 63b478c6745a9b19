import { halfTagPx, isFree, tagPlaces } from './axis-places.ts'
import type { ChartCandle } from './chart-candle.ts'
import { tagColour } from './chart-palette.ts'
import type { ChartPalette } from './chart-palette.ts'
import type { PriceChartSettings } from './chart-settings.ts'
import type { Attached, Primitive, PrimitiveView, Target } from './primitive.ts'

/** What the marks need from their chart. */
export interface MarkedChart {
  readonly palette: () => ChartPalette
  readonly settings: () => PriceChartSettings | null
  /** The prices that the axis labels. */
  readonly ticks: () => readonly number[]
  readonly newest: () => ChartCandle | null
  /** The entry of the contract that has the zone; null without one. */
  readonly entry: () => number | null
}

/** Left edges of labels and tags on the axis, and the room within a tag. */
const labelX = 7
const tagX = 2
const tagRoomPx = 5
const tagRadiusPx = 6

/**
 * The axis of the prices, which the library would draw thinner and with square tags: its labels, and the tags of the
 * current price and of the entry.
 */
export class PriceMarks implements Primitive {
  readonly #marked: MarkedChart
  readonly #axisViews: readonly PrimitiveView[] = [{ renderer: () => ({ draw: (target) => this.#draw(target) }) }]
  #attached: Attached | null = null

  constructor(marked: MarkedChart) {
    this.#marked = marked
  }

  attached(attached: Attached): void {
    this.#attached = attached
  }

  priceAxisPaneViews(): readonly PrimitiveView[] {
    return this.#axisViews
  }

  #yOf(price: number | null | undefined): number | null {
    return price === null || price === undefined ? null : (this.#attached?.series.priceToCoordinate(price) ?? null)
  }

  #draw(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.save()
      this.#drawAxis(context, mediaSize.height)
      context.restore()
    })
  }

  #drawAxis(context: CanvasRenderingContext2D, heightPx: number): void {
    const settings = this.#marked.settings()
    if (settings === null) return
    const palette = this.#marked.palette()
    const [newest, entry] = [this.#marked.newest(), this.#marked.entry()]
    const [currentY, entryY] = tagPlaces([this.#yOf(newest?.close), this.#yOf(entry)], heightPx)
    context.textBaseline = 'middle'
    context.font = `500 10.5px ${palette.font}`
    context.fillStyle = palette.middleText
    for (const price of this.#marked.ticks()) {
      const y = this.#yOf(price)
      if (y !== null && isFree(y, [currentY, entryY])) context.fillText(settings.formatPrice(price, 'tick'), labelX, y)
    }
    context.font = `600 11px ${palette.font}`
    const tag = (y: number | null, text: string, [ground, ink]: readonly [string, string]) => {
      if (y === null) return
      context.fillStyle = ground
      context.beginPath()
      context.roundRect(
        tagX,
        y - halfTagPx,
        context.measureText(text).width + 2 * tagRoomPx,
        2 * halfTagPx,
        tagRadiusPx,
      )
      context.fill()
      context.fillStyle = ink
      context.fillText(text, tagX + tagRoomPx, y + 0.5)
    }
    if (entry !== null) tag(entryY, settings.formatPrice(entry, 'mean'), [palette.evidenceSoft, palette.evidence])
    if (newest !== null)
      tag(currentY, settings.formatPrice(newest.close), [
        tagColour(palette, settings),
        settings.tone === 'live' ? palette.background : palette.middleText,
      ])
  }
}
