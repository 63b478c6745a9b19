import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { halfTagPx, isFree, tagPlaces } from './axis-places.ts'
import { positionChartLayout } from './position-chart-model.ts'
import type { ChartPoint, ChartWindows, PositionChartLayout } from './position-chart-model.ts'
import styles from './position-chart.module.css'

export interface PositionChartProps {
  readonly points: readonly ChartPoint[]
  /** The price is null while it is measured. */
  readonly entry: { readonly timeMs: number; readonly price: number | null }
  readonly endMs: number
  /** The windows of the averages with their names; null where single frames decide. */
  readonly windows: (ChartWindows & { readonly entryName: string; readonly exitName: string }) | null
  readonly direction: 'up' | 'down'
  readonly tick: number
  readonly isStale: boolean
  /** A mean has one decimal more than the prices. */
  readonly formatEntry: (price: number) => string
  readonly formatPrice: (price: number) => string
  readonly formatTime: (timeMs: number) => string
  /** The whole chart in one sentence. */
  readonly summary: string
}

const heightPx = 222
const leastAxisPx = 66
/** Width of a digit of the axis, measured for its font size. */
const digitPx = 6.5
const footPx = 20
/** A window that is narrower than this is drawn as one line. */
const leastWindowPx = 6

/**
 * An open contract: the line of prices, both windows, the entry dashed, the side that wins tinted, and the end at its
 * real distance.
 */
export function PositionChart(props: PositionChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const widthPx = useWidth(frame)
  const { points, entry, endMs, windows, tick, formatEntry, formatPrice, formatTime, summary } = props
  const entryLabel = entry.price === null ? '' : formatEntry(entry.price)
  const widest = entryLabel || formatPrice(points.findLast(({ price }) => price !== null)?.price ?? 0)
  const axisPx = Math.max(leastAxisPx, widest.length * digitPx + 20)
  const layout = positionChartLayout({ widthPx, heightPx, axisPx, footPx, points, entry, endMs, windows, tick })
  const [entryTagY, lastTagY] = tagPlaces([layout.entryY, layout.last?.y ?? null], layout.plotHeightPx)
  return (
    <div ref={frame} className={styles.chart}>
      <svg width={widthPx} height={heightPx} viewBox={`0 0 ${widthPx} ${heightPx}`} role="img" aria-label={summary}>
        <WinZone layout={layout} direction={props.direction} />
        <Windows layout={layout} names={windows} />
        <Gridlines layout={layout} tags={[entryTagY, lastTagY]} formatPrice={formatPrice} />
        <path className={styles.line} d={layout.line} />
        <path className={styles.end} d={`M${layout.endX} 14V${layout.plotHeightPx}`} />
        <text className={styles.axis} x={layout.entryX} y={heightPx - 5} textAnchor="middle">
          {formatTime(entry.timeMs)}
        </text>
        <text className={styles.axis} x={layout.endX} y={heightPx - 5} textAnchor="end">
          {formatTime(endMs)}
        </text>
        <EntryMark layout={layout} tagY={entryTagY} label={entryLabel} />
        <LastMark layout={layout} tagY={lastTagY} isStale={props.isStale} formatPrice={formatPrice} />
      </svg>
    </div>
  )
}

function WinZone({ layout, direction }: { readonly layout: PositionChartLayout; readonly direction: 'up' | 'down' }) {
  const { levelX, entryY, endX, plotHeightPx } = layout
  if (entryY === null) return null
  const top = direction === 'up' ? 14 : entryY
  const bottom = direction === 'up' ? entryY : plotHeightPx
  return (
    <rect
      className={styles.zone}
      data-direction={direction}
      x={levelX}
      y={top}
      width={Math.max(0, endX - levelX)}
      height={Math.max(0, bottom - top)}
    />
  )
}

interface WindowsProps {
  readonly layout: PositionChartLayout
  readonly names: { readonly entryName: string; readonly exitName: string } | null
}

/** Each window as a field with its name above, dashed until it begins; below 6 px it is a line. */
function Windows({ layout, names }: WindowsProps) {
  if (layout.windows === null || names === null) return null
  const { plotHeightPx, entryY, last } = layout
  return (['entry', 'exit'] as const).map((kind) => {
    const { fromX, toX } = layout.windows?.[kind] ?? { fromX: 0, toX: 0 }
    return (
      <g key={kind} className={styles.window} data-ahead={last === null || last.x < fromX}>
        {toX - fromX < leastWindowPx ? (
          <path d={`M${toX} 14V${plotHeightPx}`} />
        ) : (
          <>
            <rect x={fromX} y={14} width={toX - fromX} height={plotHeightPx - 14} />
            <path d={`M${fromX} 14V${plotHeightPx}M${toX} 14V${plotHeightPx}`} />
          </>
        )}
        <text x={(fromX + toX) / 2} y={10} textAnchor="middle">
          {kind === 'entry' ? names.entryName : names.exitName}
        </text>
        {kind === 'entry' && entryY !== null ? <path className={styles.mean} d={`M${fromX} ${entryY}H${toX}`} /> : null}
      </g>
    )
  })
}

interface LayoutProps {
  readonly layout: PositionChartLayout
  readonly formatPrice: (price: number) => string
}

function Gridlines({ layout, tags, formatPrice }: LayoutProps & { readonly tags: readonly (number | null)[] }) {
  return layout.gridlines.map(({ price, y }) => (
    <g key={price}>
      <path className={styles.grid} d={`M0 ${y}H${layout.plotWidthPx}`} />
      {isFree(y, tags) ? (
        <text className={styles.axis} x={layout.plotWidthPx + 7} y={y + 4}>
          {formatPrice(price)}
        </text>
      ) : null}
    </g>
  ))
}

interface EntryMarkProps {
  readonly layout: PositionChartLayout
  readonly tagY: number | null
  readonly label: string
}

function EntryMark({ layout, tagY, label }: EntryMarkProps) {
  if (layout.entryY === null) return null
  return (
    <>
      <path className={styles.entryLine} d={`M${layout.levelX} ${layout.entryY}H${layout.plotWidthPx}`} />
      <circle className={styles.entryDot} cx={layout.levelX} cy={layout.entryY} r={4.5} />
      <PriceTag kind="entry" x={layout.plotWidthPx + 2} y={tagY} label={label} />
    </>
  )
}

interface LastMarkProps extends LayoutProps {
  readonly tagY: number | null
  readonly isStale: boolean
}

function LastMark({ layout, tagY, isStale, formatPrice }: LastMarkProps) {
  if (layout.last === null) return null
  const { x, y, price } = layout.last
  return (
    <>
      <path className={styles.lastLine} d={`M0 ${y}H${layout.plotWidthPx}`} />
      {isStale ? null : <circle className={styles.pulse} cx={x} cy={y} r={9} />}
      <circle className={styles.lastDot} cx={x} cy={y} r={4} />
      <PriceTag kind={isStale ? 'stale' : 'last'} x={layout.plotWidthPx + 2} y={tagY} label={formatPrice(price)} />
    </>
  )
}

interface PriceTagProps {
  readonly kind: 'entry' | 'last' | 'stale'
  readonly x: number
  /** Null where the price is out of sight. */
  readonly y: number | null
  readonly label: string
}

function PriceTag({ kind, x, y, label }: PriceTagProps) {
  if (y === null) return null
  return (
    <g className={styles.tag} data-kind={kind}>
      <rect
        x={x}
        y={y - halfTagPx}
        width={Math.max(leastAxisPx - 10, label.length * digitPx + 10)}
        height={2 * halfTagPx}
        rx={6}
      />
      <text x={x + 5} y={y + 4}>
        {label}
      </text>
    </g>
  )
}

function useWidth(frame: RefObject<HTMLDivElement | null>): number {
  const [widthPx, setWidthPx] = useState(390)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidthPx(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return widthPx
}
