import { useMedia, wide } from '../../shared/device/media/index.ts'
import { formatDay, useTexts } from '../../shared/i18n/index.ts'
import type { ValueScale } from './chart-scale.ts'
import styles from './charts.module.css'
import type { Span } from './period-model.ts'

/** Where a chart is drawn, in pixels: the values' labels are right of the plot, the dates below it. */
export interface PlotSize {
  readonly widthPx: number
  readonly plotPx: number
  readonly heightPx: number
  readonly topPx: number
  readonly footPx: number
}

/** A tablet's column has room for this much more. */
const extraPx = 250

/** The size of a chart that has the width of a page: in a wide window it grows to the right, and its letters don't. */
export function usePageSize(size: PlotSize): PlotSize {
  return useMedia(wide) ? { ...size, widthPx: size.widthPx + extraPx, plotPx: size.plotPx + extraPx } : size
}

/** The place of a time from left to right, and of a value from top to bottom. */
export function plotOf({ plotPx, heightPx, topPx, footPx }: PlotSize, span: Span, { lowest, highest }: ValueScale) {
  return {
    x: (atMs: number) => (Math.max(0, atMs - span.fromMs) / (span.toMs - span.fromMs)) * plotPx,
    y: (value: number) => topPx + ((highest - value) / (highest - lowest)) * (heightPx - topPx - footPx),
  }
}

/** The first and the last day below a plot. */
export function SpanDates({ span, size: { plotPx, heightPx } }: { readonly span: Span; readonly size: PlotSize }) {
  const { locale } = useTexts()
  return (
    <>
      <text className={styles.axis} x={0} y={heightPx - 6}>
        {formatDay(locale, span.fromMs)}
      </text>
      <text className={styles.axis} x={plotPx} y={heightPx - 6} textAnchor="end">
        {formatDay(locale, span.toMs - 1)}
      </text>
    </>
  )
}
