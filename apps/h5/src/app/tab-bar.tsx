import type { Icon } from '@candor/ui'
import {
  ChartLineFillIcon,
  ChartLineIcon,
  HandshakeFillIcon,
  HandshakeIcon,
  HouseFillIcon,
  HouseIcon,
  UserCircleFillIcon,
  UserCircleIcon,
} from '@candor/ui/icons/shell'
import { useTexts } from '../shared/i18n/index.ts'
import type { MessageKey } from '../shared/i18n/index.ts'
import { hrefOf, navigation } from '../shared/page/index.ts'
import type { RouteName, TabName } from '../shared/page/index.ts'
import styles from './app.module.css'

interface Tab {
  readonly name: TabName
  readonly label: MessageKey
  readonly Rest: Icon
  readonly Current: Icon
}

/** In the specification's order. */
export const tabs: readonly Tab[] = [
  { name: 'home', label: 'app.tab.home', Rest: HouseIcon, Current: HouseFillIcon },
  { name: 'market', label: 'app.tab.market', Rest: ChartLineIcon, Current: ChartLineFillIcon },
  { name: 'floor', label: 'app.tab.floor', Rest: HandshakeIcon, Current: HandshakeFillIcon },
  { name: 'mine', label: 'app.tab.mine', Rest: UserCircleIcon, Current: UserCircleFillIcon },
]

/** The tabs, as real links that switch instead of pushing. */
export function TabBar({ current }: { readonly current: RouteName }) {
  const { t } = useTexts()
  return (
    <nav className={styles.tabs} aria-label={t('app.tab.main')}>
      {tabs.map(({ name, label, Rest, Current }) => {
        const isCurrent = name === current
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
