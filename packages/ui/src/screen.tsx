import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './screen.module.css'

export interface ScreenProps {
  /** A `TopBar` or a `TabTitle`. */
  readonly bar?: ReactNode
  /** The decision of the screen, in the lower third. */
  readonly dock?: ReactNode
  readonly hasDockLine?: boolean
  /** Wider gutter: login and other forms. */
  readonly isForm?: boolean
  readonly children: ReactNode
}

/** A screen: bar, scrolling content, dock. It fills the view between banner and tab bar. */
export function Screen({ bar, dock, hasDockLine = false, isForm = false, children }: ScreenProps) {
  return (
    <div className={styles.screen}>
      {bar}
      <div className={classNames(styles.scroll, isForm && styles.form)}>{children}</div>
      {dock === undefined ? null : (
        <div data-dock="" className={classNames(styles.dock, hasDockLine && styles.line, isForm && styles.formDock)}>
          {dock}
        </div>
      )}
    </div>
  )
}
