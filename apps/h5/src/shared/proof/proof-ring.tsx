import styles from './proof-ring.module.css'
import { Seal } from './seal.tsx'
import type { SealKind } from './seal.tsx'

/**
 * The mark of a verdict: closed with a tick after every check has passed on this device, open with its dot while
 * something is awaited, broken where a check failed, dashed where nothing is verified. Decoration.
 */
export function ProofRing({ kind }: { readonly kind: SealKind }) {
  return (
    <Seal kind={kind} sidePx={40}>
      {outlines[kind]}
    </Seal>
  )
}

const outlines = {
  closed: (
    <>
      <circle className={styles.circle} cx="32" cy="32" r="27" />
      <path className={styles.tick} d="M21 33.2 28.6 40.6 43.6 25" />
    </>
  ),
  waiting: (
    <>
      <path className={styles.track} d="M53.1 15.2A27 27 0 1 0 53.1 48.8" />
      <path d="M32 5A27 27 0 1 0 53.1 48.8" />
      <path className={styles.dot} d="M59 32h.01" />
    </>
  ),
  broken: (
    <>
      <path className={styles.dashes} d="M32 5a27 27 0 1 0 .01 0" />
      <path d="M22 27h20M22 37h20M38 20 26 44" />
    </>
  ),
  open: <path className={styles.dashes} d="M32 5a27 27 0 1 0 .01 0" />,
} as const
