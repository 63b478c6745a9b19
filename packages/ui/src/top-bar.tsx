import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { CaretLeftIcon } from './icons/shell.ts'
import styles from './top-bar.module.css'

export interface TopBarProps {
  /** May be empty where the screen shows its name otherwise (login). */
  readonly title: ReactNode
  readonly back?: { readonly label: string; readonly onPress: () => void }
  readonly trailing?: ReactNode
}

/** The bar of an inner screen: back, title, actions. */
export function TopBar({ title, back, trailing }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <div>
        {back === undefined ? null : (
          <IconButton label={back.label} onClick={back.onPress}>
            <CaretLeftIcon />
          </IconButton>
        )}
      </div>
      {title === '' ? <span /> : <h1 className={styles.title}>{title}</h1>}
      <div className={styles.trailing}>{trailing}</div>
    </header>
  )
}

/** The large title of a tab screen. */
export function TabTitle({ children, trailing }: { readonly children: ReactNode; readonly trailing?: ReactNode }) {
  return (
    <header className={styles.tab}>
      <h1 className={styles.large}>{children}</h1>
      <div>{trailing}</div>
    </header>
  )
}
