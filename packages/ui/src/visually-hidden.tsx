import type { ReactNode, Ref } from 'react'
import styles from './visually-hidden.module.css'

/** Text for assistive technology only. */
export function VisuallyHidden({
  children,
  ref,
}: {
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLSpanElement>
}) {
  return (
    <span ref={ref} className={styles.hidden}>
      {children}
    </span>
  )
}
