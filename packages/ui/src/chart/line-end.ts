import { secondsOf } from './chart-series.ts'
import type { MarkedChart } from './price-marks.ts'
import type { Attached, Primitive, PrimitiveView, Target } from './primitive.ts'

const dotOnly = [[4, 1]] as const
/** Radius and opacity of each disc. */
const haloAndDot = [[9, 0.1], ...dotOnly] as const

/** The dot at the newest price of a line, with a halo while it is live. */
export class LineEnd implements Primitive {
  readonly #marked: MarkedChart
  readonly #views: readonly PrimitiveView[] = [
    { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.#draw(target) }) },
  ]
  #attached: Attached | null = null

  constructor(marked: MarkedChart) {
    this.#marked = marked
  }

  attached(attached: Attached): void {
    this.#attached = attached
    attached.requestUpdate()
  }

  paneViews(): readonly PrimitiveView[] {
    return this.#views
  }

  #draw(target: Target): void {
    const [newest, tone] = [this.#marked.newest(), this.#marked.settings()?.tone]
    if (newest === null || this.#attached === null) return
    const x = this.#attached.chart.timeScale().timeToCoordinate(secondsOf(newest.timeMs))
    const y = this.#attached.series.priceToCoordinate(newest.close)
    if (x === null || y === null) return
    const { text, off } = this.#marked.palette()
    target.useMediaCoordinateSpace(({ context }) => {
      context.save()
      context.fillStyle = tone === 'closed' ? off : text
      for (const [radius, alpha] of tone === 'live' ? haloAndDot : dotOnly) {
        context.globalAlpha = alpha
        context.beginPath()
        context.arc(x, y, radius, 0, 2 * Math.PI)
        context.fill()
      }
      context.restore()
    })
  }
}
