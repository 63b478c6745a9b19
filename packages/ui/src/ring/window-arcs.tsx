import { arcPath, windowDegrees } from './arc-path.ts'
import { square } from './square.ts'
import styles from './window-arcs.module.css'

export interface WindowArcsProps {
  /** Of the countdown ring that the arcs go around. */
  readonly diameterPx: number
  /** The remaining shares of time at both ends of each window. */
  readonly windows: readonly { readonly fromShare: number; readonly toShare: number }[]
}

/** The windows of entry and exit around a countdown ring. Decorative: the chart and the texts say the same. */
export function WindowArcs({ diameterPx, windows }: WindowArcsProps) {
  const radiusPx = diameterPx / 2
  return (
    <svg className={styles.arcs} {...square(diameterPx)}>
      {windows.map((window) => (
        <path key={window.fromShare} d={arcPath({ centrePx: radiusPx, radiusPx, ...windowDegrees(window) })} />
      ))}
    </svg>
  )
}
