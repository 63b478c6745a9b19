import { useState } from 'react'
import { createPortal } from 'react-dom'
import { loadTexts } from '../../shared/i18n/index.ts'
import { panes, useMedia } from '../../shared/device/media/index.ts'
import { latePart } from '../../shared/page/index.ts'
import type { RouteName } from '../../shared/page/index.ts'
import styles from './wide.module.css'

const PerformanceCard = latePart(async () => {
  const [feature] = await Promise.all([import('../../features/performance/index.ts'), loadTexts('performance')])
  return feature.PerformanceCard
})

const MoneyPane = latePart(async () => {
  const [feature] = await Promise.all([import('../../features/withdrawal/index.ts'), loadTexts('withdrawal')])
  return feature.MoneyPane
})

/**
 * The right pane of screens of money in windows that have room for it, after the screen in reading order. Mount one for
 * each screen: only what is added later than the screen comes after it.
 */
export function Pane({ current }: { readonly current: RouteName }) {
  const hasRoom = useMedia(panes)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  if (!hasRoom || (current !== 'home' && current !== 'assets')) return null
  const view = place?.parentElement ?? null
  return (
    <>
      <span ref={setPlace} hidden />
      {view === null
        ? null
        : createPortal(
            <aside className={styles.pane} data-pane="">
              {current === 'home' ? <PerformanceCard /> : null}
              <MoneyPane hasReadiness={current === 'assets'} />
            </aside>,
            view,
          )}
    </>
  )
}
