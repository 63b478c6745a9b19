import type { Icon } from '@candor/ui'
import { ChartLineFillIcon, ChartLineIcon, UserCircleFillIcon, UserCircleIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../shared/i18n/index.ts'
import type { MessageKey } from '../shared/i18n/index.ts'
import { hrefOf, navigation } from '../shared/navigation/index.ts'
import type { RouteName, TabName } from '../shared/navigation/index.ts'
import styles from './app.module.css'

interface Tab {
  readonly name: TabName
  /** Routes that show this tab as the current one. */
  readonly routes: readonly RouteName[]
  readonly label: MessageKey
  readonly Rest: Icon
  readonly Current: Icon
}

/** In the specification's order; home and the trading floor join when they exist. */
const tabs: readonly Tab[] = [
  { name: 'market', routes: ['market', 'home'], label: 'app.tab.market', Rest: ChartLineIcon, Current: ChartLineFillIcon },
  { name: 'mine', routes: ['mine'], label: 'app.tab.mine', Rest: UserCircleIcon, Current: UserCircleFillIcon },
]

/** The tabs, as real links that switch instead of pushing. */
export function TabBar({ current }: { readonly current: RouteName }) {
  const { t } = useTexts()
  return (
    <nav className={styles.tabs} aria-label={t('app.tab.main')}>
      {tabs.map(({ name, routes, label, Rest, Current }) => {
        const isCurrent = routes.includes(current)
        return (
          <a
            key={name}
            className={styles.tab}
            href={hrefOf(name)}
            aria-current={isCurrent ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              if (!isCurrent) navigation.switchTab(name)
            }}
          >
            {isCurrent ? <Current /> : <Rest />}
            <span>{t(label)}</span>
          </a>
        )
      })}
    </nav>
  )
}
