import { classNames } from '@candor/ui'
import type { Screen } from '../navigation/index.ts'
import { PromiseRing, PromiseLabel } from './promise-ring.tsx'
import type { PromisedTime } from './promise.ts'
import { CaseLink, CaseTitle } from './case-link.tsx'
import styles from './case-list.module.css'

/** A case that waits, as a row of a queue. */
export interface CaseRow {
  readonly id: string
  readonly title: string
  readonly detail: string
  /** At the right, below the time: which check it is, an amount. */
  readonly aside: string
  /** Null without a promise, or once nothing is waiting. */
  readonly promise: PromisedTime | null
}

export interface CaseListProps {
  readonly screen: Screen
  readonly label: string
  readonly rows: readonly CaseRow[]
  readonly openId: string | null
  readonly nowMs: number
}

/** The cases of a queue, each a link to itself. */
export function CaseList({ screen, label, rows, openId, nowMs }: CaseListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <CaseLink screen={screen} id={row.id} isOpen={row.id === openId}>
            {row.promise === null ? null : <PromiseRing promise={row.promise} nowMs={nowMs} />}
            <span className={styles.words}>
              <span className={styles.line}>
                <CaseTitle>{row.title}</CaseTitle>
                {row.promise === null ? null : <PromiseLabel promise={row.promise} nowMs={nowMs} />}
              </span>
              <span className={classNames(styles.line, styles.small)}>
                <span className={styles.cut}>{row.detail}</span>
                <span className={styles.aside}>{row.aside}</span>
              </span>
            </span>
          </CaseLink>
        </li>
      ))}
    </ul>
  )
}
