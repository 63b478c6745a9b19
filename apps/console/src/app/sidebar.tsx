import { classNames, Logo, VisuallyHidden } from '@candor/ui'
import { formatCount } from '@candor/ui/format'
import { MagnifyingGlassIcon } from '@candor/ui/icons/trade'
import { locale, t } from '../shared/i18n/index.ts'
import { hrefOf, KeyHint } from '../shared/navigation/index.ts'
import type { Screen } from '../shared/navigation/index.ts'
import { OperatorCard } from './operator-card.tsx'
import { pages } from './pages.ts'
import styles from './sidebar.module.css'
import { useScreens } from './use-screens.ts'

/** The screens, their numbers of waiting cases, unavailable screens, and the signed-in operator. */
export function Sidebar({ current, onSearch }: { readonly current: Screen; readonly onSearch: () => void }) {
  return (
    <aside className={styles.sidebar}>
      <div className={styles.logo}>
        <Logo height={22} />
      </div>
      <button type="button" className={styles.search} aria-keyshortcuts="Control+K" onClick={onSearch}>
        <MagnifyingGlassIcon size={16} />
        <span className={styles.label}>{t('app.palette.title')}</span>
        <span className={styles.keys}>
          <KeyHint name="Ctrl K" />
        </span>
      </button>
      <nav className={styles.nav} aria-label={t('app.nav.label')}>
        {useScreens().map((screen) => (
          <NavLink key={screen} screen={screen} isCurrent={screen === current} />
        ))}
      </nav>
      <div className={styles.nobody}>
        <b>{t('app.nobody.title')}</b>
        <span>{t('app.nobody.text')}</span>
      </div>
      <OperatorCard />
    </aside>
  )
}

function NavLink({ screen, isCurrent }: { readonly screen: Screen; readonly isCurrent: boolean }) {
  const { icon: Icon, label, useCount } = pages[screen]
  const count = useCount()
  return (
    <a
      href={hrefOf(screen)}
      className={classNames(styles.link, isCurrent && styles.current)}
      aria-current={isCurrent ? 'page' : undefined}
      title={t(label)}
    >
      <Icon size={18} />
      <span className={styles.label}>{t(label)}</span>
      {count === null || count === 0 ? null : (
        <span className={styles.count}>
          <span aria-hidden="true">{formatCount(locale, count)}</span>
          <VisuallyHidden>{t('app.nav.waiting', { count })}</VisuallyHidden>
        </span>
      )}
    </a>
  )
}
