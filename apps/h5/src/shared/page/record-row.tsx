import type { ReactNode } from 'react'
import { Glyph, RowFrame } from '@candor/ui'
import styles from './record-row.module.css'

export interface RecordRowProps {
  readonly href?: string | undefined
  /** An icon or letters, which are drawn in a circle. */
  readonly sign?: ReactNode
  /** In place of a sign: drawn as it is. */
  readonly glyph?: ReactNode
  readonly title: ReactNode
  /** An address or code on a line of its own, in the mono face; never broken, so shorten it. */
  readonly code?: string
  readonly detail: ReactNode
  readonly amount: ReactNode
  readonly state?: ReactNode
  /** It failed, or is late. */
  readonly needsAttention?: boolean
}

/** A record in a list: title and time at the left, amount and state at the right. Without `href` it only informs. */
export function RecordRow(props: RecordRowProps) {
  const { href, sign, glyph, title, code, detail, amount, state, needsAttention = false } = props
  return (
    <RowFrame className={styles.row} href={href}>
      {glyph ?? <Glyph>{sign}</Glyph>}
      <span className={styles.names}>
        <span className={styles.title}>{title}</span>
        {code === undefined ? null : <span className={styles.code}>{code}</span>}
        <span className={styles.detail}>{detail}</span>
      </span>
      <span className={styles.figures}>
        <span className={styles.amount}>{amount}</span>
        {state === undefined ? null : (
          <span className={styles.state} data-tone={needsAttention ? 'attention' : 'quiet'}>
            {state}
          </span>
        )}
      </span>
    </RowFrame>
  )
}
