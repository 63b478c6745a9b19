import { positionChartLayout } from './position-chart-model.ts'
import type { ChartPoint, ChartWindows, PositionChartLayout } from './position-chart-model.ts'
import styles from './path-chart.module.css'

export interface PathChartProps {
  readonly points: readonly ChartPoint[]
  readonly entry: { readonly timeMs: number; readonly price: number }
  readonly exit: { readonly timeMs: number; readonly price: number }
  readonly windows: ChartWindows & { readonly entryName: string; readonly exitName: string }
  readonly tick: number
  readonly formatTime: (timeMs: number) => string
  /** Where a page has room for more than a phone's width: letters keep their size. */
  readonly isWide?: boolean
}

const phoneSize = { widthPx: 320, heightPx: 150 }
const wideSize = { widthPx: 520, heightPx: 230 }
const footPx = 20

/** The path of a settled contract, with the windows and averages that decided it. Decorative: texts name the prices. */
export function PathChart({ points, entry, exit, windows, tick, formatTime, isWide = false }: PathChartProps) {
  const { widthPx, heightPx } = isWide ? wideSize : phoneSize
  const layout = positionChartLayout({
    widthPx,
    heightPx,
    axisPx: 0,
    footPx,
    points,
    entry,
    endMs: exit.timeMs,
    exitPrice: exit.price,
    windows,
    tick,
  })
  const { entryX, entryY, endX, exitY } = layout
  if (layout.windows === null || entryY === null || exitY === null) return null
  return (
    <svg className={styles.chart} viewBox={`0 0 ${widthPx} ${heightPx}`} aria-hidden="true">
      <Window layout={layout} kind="entry" name={windows.entryName} />
      <Window layout={layout} kind="exit" name={windows.exitName} />
      <path className={styles.line} d={layout.line} />
      <path className={styles.level} d={`M${layout.levelX} ${entryY}H${endX}`} />
      <path className={styles.entry} d={`M${layout.windows.entry.fromX} ${entryY}H${layout.windows.entry.toX}`} />
      <path className={styles.exit} d={`M${layout.windows.exit.fromX} ${exitY}H${layout.windows.exit.toX}`} />
      <circle className={styles.dot} cx={endX} cy={exitY} r={4} />
      <text className={styles.time} x={entryX} y={heightPx - 5}>
        {formatTime(entry.timeMs)}
      </text>
      <text className={styles.time} x={endX} y={heightPx - 5} textAnchor="end">
        {formatTime(exit.timeMs)}
      </text>
    </svg>
  )
}

interface WindowProps {
  readonly layout: PositionChartLayout
  readonly kind: 'entry' | 'exit'
  readonly name: string
}

function Window({ layout: { windows, plotHeightPx }, kind, name }: WindowProps) {
  if (windows === null) return null
  const { fromX, toX } = windows[kind]
  return (
    <g className={styles.window}>
      <rect x={fromX} y={14} width={Math.max(1, toX - fromX)} height={plotHeightPx - 14} />
      <path d={`M${fromX} 14V${plotHeightPx}M${toX} 14V${plotHeightPx}`} />
      {/* The exit is at the edge of the drawing: a long name would leave it. */}
      <text x={kind === 'exit' ? toX : (fromX + toX) / 2} y={10} textAnchor={kind === 'exit' ? 'end' : 'middle'}>
        {name}
      </text>
    </g>
  )
}
