import { useEffect, useRef } from 'react'
import { behindLayers, classNames, dismissOldToasts, Toaster } from '@candor/ui'
import { useTexts } from '../shared/i18n/index.ts'
import { Boundary, latePart, reloadIfDue, routeOf, routes, untilUsed, useLocation } from '../shared/page/index.ts'
import { realtime } from '../shared/api/realtime/index.ts'
import { useMode } from '../shared/money/index.ts'
import styles from './app.module.css'
import { LazyPage, MissingScreen } from './first-load/lazy-page.tsx'
import { pageOf } from './first-load/pages.ts'
import { SandboxBanner } from './sandbox-banner.tsx'
import { TabBar } from './tab-bar.tsx'
import { applyMode } from './theme-colour.ts'

const LateParts = latePart(async () => {
  await untilUsed(realtime)
  return (await import('./first-load/late-parts.tsx')).LateParts
})

/** Loads only where a tablet or a desktop has room for it; a phone turned on its side is too low. */
const WideRail = latePart(async () => {
  const wide = matchMedia('(min-width: 720px) and (min-height: 501px)')
  if (!wide.matches) await new Promise((resolve) => wide.addEventListener('change', resolve, { once: true }))
  return (await import('./wide/wide-rail.tsx')).WideRail
})

/** The app. What throws outside of its screens is caught here. */
export function App() {
  const { pathname } = useLocation()
  const missing = (
    <div className={styles.frame}>
      <MissingScreen />
    </div>
  )
  return (
    <Boundary fallback={missing} resetKey={pathname}>
      <Frame />
    </Boundary>
  )
}

/** The frame of every screen: sandbox banner, the screen itself, tab bar or rail, toasts. */
function Frame() {
  const { pathname, search } = useLocation()
  const route = routeOf(pathname)
  const isPractice = route.startsWith('practice')
  const mode = useMode() === 'live' && !isPractice ? 'live' : 'sandbox'

  useEffect(() => {
    applyMode(mode)
  }, [mode])

  return (
    <div className={classNames(styles.frame, styles[mode])}>
      {mode === 'sandbox' ? <SandboxBanner isPractice={isPractice} /> : null}
      <LateParts />
      <div className={styles.view} {...behindLayers}>
        <WideRail current={route} />
        <CurrentPage key={route} pathname={pathname} search={search} />
        {routes[route].isTab ? <TabBar current={route} /> : null}
      </div>
      <Toaster />
    </div>
  )
}

/** The route's screen. Sets the document's title, and moves the focus after a change of screen. */
function CurrentPage({ pathname, search }: { readonly pathname: string; readonly search: string }) {
  const { t } = useTexts()
  const main = useRef<HTMLElement>(null)
  const route = routeOf(pathname)
  const title = t('app.title.screen', { screen: t(`app.title.${route}`) })
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    // Not on the first screen: there the browser's own start of the page is right.
    if (hasShownScreen && !reloadIfDue()) main.current?.focus({ preventScroll: true })
    hasShownScreen = true
    dismissOldToasts()
  }, [])
  useEffect(() => {
    // The control that led here is gone when another instrument or order replaces it: keep the focus inside the page.
    if (document.activeElement === document.body && search !== '') main.current?.focus({ preventScroll: true })
  }, [search])
  return (
    <main ref={main} className={styles.main} tabIndex={-1}>
      <Boundary fallback={<MissingScreen />} resetKey={search}>
        <LazyPage page={pageOf(route)} />
      </Boundary>
    </main>
  )
}

let hasShownScreen = false
