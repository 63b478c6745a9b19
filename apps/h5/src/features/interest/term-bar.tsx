import type { TermView } from '@candor/api'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { percentOver } from './interest-model.ts'
import styles from './interest.module.css'

/** The elapsed share of an order's time. Decorative: the times are shown beside it. */
export function TermBar({ term }: { readonly term: TermView }) {
  const nowMs = useServerNow(1_000)
  return (
    <span className={styles.bar} data-over={term.state === 'expired'} aria-hidden="true">
      <span style={{ width: `${percentOver(term, nowMs)}%` }} />
    </span>
  )
}
