import { utcDateTime } from '../i18n/index.ts'
import { CasePart } from './case-head.tsx'
import styles from './history.module.css'

/** One thing that happened to a case. */
export interface HistoryEntry {
  /** Where two entries may have the same time and text. */
  readonly id?: string
  readonly atMs: number
  readonly text: string
  /** The actor: an operator, the customer, the system. */
  readonly who: string
}

/** Entries with the newest first. */
export function newestFirst(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return entries.toSorted((left, right) => right.atMs - left.atMs)
}

/** A case's history, newest first. */
export function History({ title, entries }: { readonly title: string; readonly entries: readonly HistoryEntry[] }) {
  return (
    <CasePart title={title}>
      <ol className={styles.history}>
        {newestFirst(entries).map((entry) => (
          <li key={entry.id ?? `${entry.atMs} ${entry.text} ${entry.who}`}>
            <time dateTime={new Date(entry.atMs).toISOString()}>{utcDateTime(entry.atMs, { hasSeconds: true })}</time>
            <span className={styles.text}>{entry.text}</span>
            <span className={styles.who}>{entry.who}</span>
          </li>
        ))}
      </ol>
    </CasePart>
  )
}
