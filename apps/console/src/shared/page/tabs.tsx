import { classNames } from '@candor/ui'
import { hrefOf } from '../navigation/index.ts'
import type { Screen } from '../navigation/index.ts'
import styles from './tabs.module.css'

export interface TabsProps<Id extends string> {
  readonly screen: Screen
  readonly label: string
  readonly open: Id
  /** `place` is the tab's part of the address; the first tab may have none. */
  readonly tabs: readonly { readonly id: Id; readonly place: string | undefined; readonly label: string }[]
}

/** The sides of a screen, each with an address. */
export function Tabs<Id extends string>({ screen, label, open, tabs }: TabsProps<Id>) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.id}
          href={hrefOf(screen, tab.place)}
          className={classNames(styles.tab, tab.id === open && styles.open)}
          aria-current={tab.id === open ? 'page' : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
