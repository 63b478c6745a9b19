import { useEffect } from 'react'
import type { ReactNode } from 'react'
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
