import type { ReactNode } from 'react'
import styles from './parts.module.css'

/** A page's name and its sentence. `aside` is at the right of a wide page. */
export function PageTitle({
  title,
  text,
  aside,
}: {
  readonly title: ReactNode
  readonly text?: ReactNode
  readonly aside?: ReactNode
}) {
  return (
    <div className={styles.title}>
      <div>
        <h1>{title}</h1>
        {text === undefined ? null : <p>{text}</p>}
      </div>
      {aside}
    </div>
  )
}

/** Two columns on a wide page, the second one 400 px; one after the other on a phone. */
export function Columns({ main, side }: { readonly main: ReactNode; readonly side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <Stack>{main}</Stack>
      <Stack>{side}</Stack>
    </div>
  )
}

/** A card of the first column that a phone shows after those of the second one. */
export function Later({ children }: { readonly children: ReactNode }) {
  return <div className={styles.later}>{children}</div>
}

/** Cards below one another. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}

/** A way on, below a text. */
export function TextLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className={styles.textLink} href={href}>
      {children}
    </a>
  )
}
