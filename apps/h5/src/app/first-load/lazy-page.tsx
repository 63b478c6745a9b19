import { createElement, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { Button, Spinner, StatePanel } from '@candor/ui'
import { PlugsIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from '../app.module.css'
import { loadWithDeadlines } from './load-deadline.ts'
import type { LoadPhase } from './load-deadline.ts'
import type { Page } from './pages.ts'

const loaded = new Map<Page['load'], ComponentType>()

/** Loads the code of the screen that is shown first. A failure is shown by `LazyPage`, with a retry. */
export async function preloadPage(page: Page): Promise<void> {
  try {
    loaded.set(page.load, await page.load())
  } catch {
    // `LazyPage` meets the same failure.
  }
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
      load: page.load,
      onPhase: setPhase,
      onLoaded: (component) => {
        loaded.set(page.load, component)
        setArrived({ load: page.load, component })
      },
    })
  }, [page])

  if (component) return createElement(component)
  // Browsers remember a failed import of a file for as long as the page lives, so only a fresh page can try again.
  return <Loading phase={phase} onRetry={() => window.location.reload()} />
}

function Loading({ phase, onRetry }: { readonly phase: LoadPhase; readonly onRetry: () => void }) {
  const { t } = useTexts()
  if (phase === 'quiet') return null
  if (phase === 'failed') {
    return (
      <StatePanel
        icon={<PlugsIcon size={28} />}
        title={t('app.chunk.title')}
        text={t('app.chunk.failed')}
        actions={<Button onClick={onRetry}>{t('shared.action.retry')}</Button>}
      />
    )
  }
  return (
    <div className={styles.loading} role="status">
      <Spinner />
      <span>{phase === 'slow' ? t('app.chunk.slow') : t('shared.loading')}</span>
      {phase === 'slow' ? (
        <Button tone="quiet" size="medium" onClick={onRetry}>
          {t('shared.action.retry')}
        </Button>
      ) : null}
    </div>
  )
}
