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

export interface PaneProps {
  readonly current: RouteName
  /** The frame of the screen, after which the pane stands: in reading order it comes last. */
  readonly view: Element | null
}

/** The right pane of screens of money in windows that have room for it. */
export function Pane({ current, view }: PaneProps) {
  const hasRoom = useMedia(panes)
  if (!hasRoom || view === null || (current !== 'home' && current !== 'assets')) return null
  return createPortal(
    <aside className={styles.pane} data-pane="">
      {current === 'home' ? <PerformanceCard /> : null}
      <MoneyPane hasReadiness={current === 'assets'} />
    </aside>,
    view,
  )
}
