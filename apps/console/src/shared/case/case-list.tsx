import { classNames } from '@candor/ui'
import { hrefOf } from '../navigation/index.ts'
import type { Screen } from '../navigation/index.ts'
import { PromiseRing, PromiseWords } from '../promise/index.ts'
import type { PromisedTime } from '../promise/index.ts'
import styles from './case-list.module.css'

/** A case that waits, as a row of a queue. */
export interface CaseRow {
  readonly id: string
  readonly title: string
  readonly detail: string
  /** At the right, below the time: which check it is, an amount. */
  readonly aside: string
  /** Null where nothing was promised or nothing waits any more. */
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
          <a
            href={hrefOf(screen, row.id)}
            className={classNames(styles.row, row.id === openId && styles.open)}
            aria-current={row.id === openId ? 'true' : undefined}
          >
            {row.promise === null ? null : <PromiseRing promise={row.promise} nowMs={nowMs} />}
            <span className={styles.words}>
              <span className={styles.line}>
                <b className={styles.title}>{row.title}</b>
                {row.promise === null ? null : <PromiseWords promise={row.promise} nowMs={nowMs} />}
              </span>
              <span className={classNames(styles.line, styles.small)}>
                <span className={styles.cut}>{row.detail}</span>
                <span className={styles.aside}>{row.aside}</span>
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
