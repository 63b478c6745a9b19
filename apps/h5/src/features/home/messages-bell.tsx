import { BellIcon } from '@candor/ui/icons/account'
import { useTexts } from '../../shared/i18n/index.ts'
import { unreadText, useUnread } from '../../shared/account/index.ts'
import { hrefOf } from '../../shared/page/index.ts'
import styles from './home-page.module.css'

/** Leads to the inbox, with a dot while something in it is unread. */
export function MessagesBell() {
  const { t, locale } = useTexts()
  const count = useUnread() ?? 0
  return (
    <a
      className={styles.icon}
      href={hrefOf('messages')}
      aria-label={t('home.messages', { count, shown: unreadText(locale, count) })}
    >
      <BellIcon />
      {count === 0 ? null : <span className={styles.badge} />}
    </a>
  )
}
