import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '@candor/ui'
import styles from './page.module.css'

export interface PageProps {
  readonly title: string
  /** At the right of the title: search, the next case. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of a screen: its title, its actions, and its content, which scrolls separately. */
export function Page({ title, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Candor`
  }, [title])
  return (
    <>
      <header className={styles.top}>
        <h1 tabIndex={-1}>{title}</h1>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={styles.content}>{children}</div>
    </>
  )
}

export interface PageBodyProps {
  /** For another gap. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The parts of a screen below one another, as wide as it is. */
export function PageBody({ className, children }: PageBodyProps) {
  return <div className={classNames(styles.body, className)}>{children}</div>
}
