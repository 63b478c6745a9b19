import { createElement, useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Button, Screen, Spinner, StatePanel, TabTitle, TopBar } from '@candor/ui'
import { PlugsIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, routeOf, routes, screenIsMissing, useLocation } from '../../shared/page/index.ts'
import styles from '../app.module.css'
import { loadWithDeadlines } from './load-deadline.ts'
import type { LoadPhase } from './load-deadline.ts'
import type { Page } from './pages.ts'

const loaded = new Map<Page['load'], ComponentType>()

/** Loads the code of a screen. The first screen's is loaded by this before it is drawn. */
export async function preloadPage({ load }: Page): Promise<ComponentType> {
  const component = await load()
  loaded.set(load, component)
  return component
}

/**
 * Shows a screen once its code is loaded: an indicator after 200 ms, a text after 60 s, and after 120 s an error with a
 * retry.
 */
export function LazyPage({ page }: { readonly page: Page }) {
  const [phase, setPhase] = useState<LoadPhase>('quiet')
  const [arrived, setArrived] = useState<{ readonly load: Page['load']; readonly component: ComponentType } | null>(
    null,
  )
  const component = arrived?.load === page.load ? arrived.component : loaded.get(page.load)

  useEffect(() => {
    if (loaded.has(page.load)) return
    return loadWithDeadlines({
      load: () => preloadPage(page),
      onPhase: setPhase,
      onLoaded: (component) => setArrived({ load: page.load, component }),
    })
  }, [page])

  if (component) return createElement(component)
  if (phase === 'quiet') return null
  return phase === 'failed' ? <MissingScreen /> : <Loading isSlow={phase === 'slow'} />
}

/** Browsers remember a failed import of a file for as long as the page lives, so only a fresh page can try again. */
const retry = () => window.location.reload()

/** In the place of a screen that could not be loaded or drawn. It is loaded again by itself where that may help. */
export function MissingScreen() {
  const { t } = useTexts()
  useEffect(screenIsMissing, [])
  return (
    <UnderHead>
      <StatePanel
        icon={<PlugsIcon size={28} />}
        title={t('app.chunk.title')}
        text={t('app.chunk.failed')}
        actions={<Button onClick={retry}>{t('shared.action.retry')}</Button>}
      />
    </UnderHead>
  )
}

function Loading({ isSlow }: { readonly isSlow: boolean }) {
  const { t } = useTexts()
  return (
    <UnderHead>
      <div className={styles.loading} role="status">
        <Spinner />
        <span>{t(isSlow ? 'app.chunk.slow' : 'shared.loading')}</span>
        {isSlow ? (
          <Button tone="quiet" size="medium" onClick={retry}>
            {t('shared.action.retry')}
          </Button>
        ) : null}
      </div>
    </UnderHead>
  )
}

/** The head of the screen that is not there yet: its name, and the way back from it. */
function UnderHead({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts()
  const route = routeOf(useLocation().pathname)
  const title = t(`app.title.${route}`)
  const back = { label: t('shared.action.back'), onPress: () => navigation.back() }
  return (
    <Screen bar={routes[route].isTab ? <TabTitle>{title}</TabTitle> : <TopBar title={title} back={back} />}>
      {children}
    </Screen>
  )
}
