import { useLayoutEffect } from 'react'
import type { MouseEvent } from 'react'
import { LogoMark, VisuallyHidden } from '@candor/ui'
import { BellIcon, HeadsetIcon } from '@candor/ui/icons/account'
import { unreadText, useUnread } from '../../shared/account/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { useMedia, wide } from '../../shared/device/media/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, latePart, navigation } from '../../shared/page/index.ts'
import type { RouteName, TabName } from '../../shared/page/index.ts'
import { tabs } from '../tab-bar.tsx'
import { useKeys } from './keys.ts'
import { ListBeside } from './list-beside.tsx'
import { Pane } from './pane.tsx'
import { tabOf } from './wide-model.ts'
import './screens.css'
import './sheets.css'
import './trade.css'
import './home.css'
import styles from './wide.module.css'

const OwnAvatar = latePart(async () => (await import('../../features/mine/index.ts')).OwnAvatar)

/** There is room for a list at the left of a screen. */
const listed = matchMedia('(min-width: 1200px)')

/** At the left of every screen on tablets and desktops: the tabs, messages, customer service and the account. */
export function WideRail({ current }: { readonly current: RouteName }) {
  const isWide = useMedia(wide)
  useLayoutEffect(() => {
    if (isWide) document.documentElement.dataset['wide'] = current
    else delete document.documentElement.dataset['wide']
  }, [isWide, current])
  return isWide ? <Rail current={current} /> : null
}

function Rail({ current }: { readonly current: RouteName }) {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const hasList = useMedia(listed)
  useKeys()
  const tab = tabOf(current)
  return (
    <>
      <nav className={styles.rail} aria-label={t('app.tab.main')}>
        <LogoMark height={28} />
        {tabs.map(({ name, label, Rest, Current }) => (
          <a
            key={name}
            className={styles.tab}
            href={hrefOf(name)}
            aria-current={name === current ? 'page' : name === tab ? 'true' : undefined}
            onClick={(event) => openTab(event, name, current)}
          >
            {name === tab ? <Current /> : <Rest />}
            <span>{t(label)}</span>
          </a>
        ))}
        {isSignedIn ? <MessagesBell /> : null}
        {isSignedIn ? (
          <a className={styles.aside} href={hrefOf('support')} aria-label={t('app.title.support')}>
            <HeadsetIcon />
          </a>
        ) : null}
        {isSignedIn ? (
          <a className={styles.aside} href={hrefOf('mine')}>
            <OwnAvatar size={36} />
            <VisuallyHidden>{t('app.title.mine')}</VisuallyHidden>
          </a>
        ) : null}
      </nav>
      {hasList ? <ListBeside current={current} /> : null}
      {isSignedIn ? <Pane key={current} current={current} /> : null}
    </>
  )
}

/** Leads to the inbox, with a dot while something in it is unread. */
function MessagesBell() {
  const { t, locale } = useTexts()
  const unread = useUnread() ?? 0
  const title = t('app.title.messages')
  return (
    <a
      className={styles.aside}
      href={hrefOf('messages')}
      aria-label={unread === 0 ? title : `${title} (${unreadText(locale, unread)})`}
    >
      <BellIcon />
      {unread === 0 ? null : <span className={styles.unread} />}
    </a>
  )
}

function openTab(event: MouseEvent, name: TabName, current: RouteName): void {
  event.preventDefault()
  if (name !== current) navigation.switchTab(name)
}
