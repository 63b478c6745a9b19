import { useCallback, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { Button, LateSkeleton, Skeleton, StatePanel, Toaster, VisuallyHidden } from '@candor/ui'
import { ClockCountdownIcon } from '@candor/ui/icons/proof'
import { PlugsIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../shared/i18n/index.ts'
import { Frame } from './frame.tsx'
import { loadPage, pageOf } from './page-list.ts'
import styles from './app.module.css'

type Loaded =
  | { readonly state: 'loading' | 'missing' | 'failed' }
  | { readonly state: 'shown'; readonly Page: ComponentType }

/** The frame with the page that the address names. */
export function App() {
  const name = pageOf(location.pathname)
  const { t } = useTexts()
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' })
  const load = useCallback(() => {
    loadPage(name).then(
      (Page) => setLoaded(Page === null ? { state: 'missing' } : { state: 'shown', Page }),
      () => setLoaded({ state: 'failed' }),
    )
  }, [name])
  useEffect(load, [load])
  useEffect(() => {
    document.title = `${t(`app.title.${name}`)} · Candor`
  }, [name, t])
  return (
    <>
      <Frame current={name}>
        {loaded.state === 'shown' ? (
          <loaded.Page />
        ) : (
          <Absent
            state={loaded.state}
            title={t(`app.title.${name}`)}
            onRetry={() => {
              setLoaded({ state: 'loading' })
              load()
            }}
          />
        )}
      </Frame>
      <Toaster />
    </>
  )
}

interface AbsentProps {
  readonly state: 'loading' | 'missing' | 'failed'
  readonly title: string
  readonly onRetry: () => void
}

/** The place of a page that is loading, is no part of this build, or could not be loaded. */
function Absent({ state, title, onRetry }: AbsentProps) {
  const { t } = useTexts()
  if (state === 'loading')
    return (
      <>
        <h1>
          <VisuallyHidden>{title}</VisuallyHidden>
        </h1>
        <LateSkeleton label={t('app.loading')}>
          <span className={styles.skeleton}>
            <Skeleton width="60%" height={34} radius={10} />
            <Skeleton width="100%" height={220} radius={20} />
          </span>
        </LateSkeleton>
      </>
    )
  return (
    <div className={styles.absent}>
      <h1>{title}</h1>
      {state === 'missing' ? (
        <StatePanel
          icon={<ClockCountdownIcon size={28} />}
          title={t('app.missing.title')}
          text={t('app.missing.text')}
        />
      ) : (
        <StatePanel
          icon={<PlugsIcon size={28} />}
          title={t('app.failed.title')}
          text={t('app.failed.text')}
          actions={<Button onClick={onRetry}>{t('app.failed.retry')}</Button>}
        />
      )}
    </div>
  )
}
