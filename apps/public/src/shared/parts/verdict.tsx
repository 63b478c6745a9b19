import type { ReactNode } from 'react'
import { classNames } from '@candor/ui'
import styles from './verdict.module.css'

/**
 * `passed` closes the ring: only a check that has run in this browser may say so, never a flag of the server. `failed`
 * is an open ochre ring with a cross. While checking there is a dot on its way and no ring.
 */
export type VerdictState = 'checking' | 'passed' | 'failed'

interface VerdictProps {
  readonly state: VerdictState
  readonly title: ReactNode
  /** When and where it was computed. */
  readonly text: ReactNode
}

/** Ring, one sentence, and a line of support. */
export function Verdict({ state, title, text }: VerdictProps) {
  return (
    <div className={classNames(styles.verdict, styles[state])} role="status">
      <Ring state={state} />
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    </div>
  )
}

const openRing = 'M51.4 13.1A27 27 0 1 0 51.4 50.9'

function Ring({ state }: { readonly state: VerdictState }) {
  return (
    <svg className={styles.ring} width="48" height="48" viewBox="0 0 64 64" aria-hidden="true">
      {state === 'passed' ? (
        <>
          <circle className={styles.closing} cx="32" cy="32" r="27" pathLength="100" />
          <path className={styles.tick} d="M21 33.2 28.6 40.6 43.6 25" pathLength="100" />
        </>
      ) : state === 'failed' ? (
        <>
          <path d={openRing} />
          <path d="M24.5 24.5 39.5 39.5M39.5 24.5 24.5 39.5" />
        </>
      ) : (
        <>
          <circle className={styles.track} cx="32" cy="32" r="27" />
          <circle className={styles.dot} cx="32" cy="5" r="5" />
        </>
      )}
    </svg>
  )
}
