import { sparkPath, sparkY } from './spark-path.ts'
import styles from './sparkline.module.css'

export interface SparklineProps {
  /** Prices, oldest first: numbers only because this is a drawing. */
  readonly values: readonly number[]
  /** The price that the change counts from: the dotted line. */
  readonly open: number | null
}

const width = 64
const height = 30

/** A small price line in the colour of its surroundings (`color`). Decoration. */
export function Sparkline({ values, open }: SparklineProps) {
  const box = { width, height, values, open }
  const openY = open === null ? null : sparkY(box, open)
  const lastY = values.length > 1 ? sparkY(box, values.at(-1) ?? 0) : null
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" preserveAspectRatio="none">
      {openY === null ? null : <path className={styles.open} d={`M0 ${openY}H${width}`} />}
      <path className={styles.line} d={sparkPath(box)} />
      {lastY === null ? null : <circle className={styles.last} cx={width} cy={lastY} r={2.2} />}
    </svg>
  )
}
