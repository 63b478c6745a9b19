import { useEffect, useState } from 'react'
import { Spinner, VisuallyHidden } from '@candor/ui'
import { queryClient } from '../shared/api/index.ts'
import { useTexts } from '../shared/i18n/index.ts'
import { feel } from './haptics.ts'
import { pulledPx, pullReachPx, signOffsetPx } from './pull-model.ts'
import type { Finger } from './pull-model.ts'
import styles from './pull-to-refresh.module.css'

/** The minimum duration of the indicator: a flicker would look like an error. */
const shownMs = 400

/**
 * Refreshes a screen when a finger pulls it down from its top. Charts, fields, sheets and scrollable elements keep
 * their own gestures.
 */
export function PullToRefresh() {
  const { t } = useTexts()
  const [pulled, setPulled] = useState(0)
  const [isReading, setReading] = useState(false)
  useEffect(() => watchPulls(setPulled, () => void readAgain(setReading)), [])
  if (pulled === 0 && !isReading) return null
  const offset = isReading ? pullReachPx / 2 : signOffsetPx(pulled)
  return (
    <div
      className={styles.sign}
      data-ready={isReading || pulled >= pullReachPx}
      style={{ translate: `-50% ${offset}px` }}
    >
      <Spinner />
      {isReading ? (
        <span role="status">
          <VisuallyHidden>{t('shared.loading')}</VisuallyHidden>
        </span>
      ) : null}
    </div>
  )
}

async function readAgain(setReading: (isReading: boolean) => void): Promise<void> {
  feel()
  setReading(true)
  await Promise.all([
    queryClient.refetchQueries({ type: 'active' }),
    new Promise((resolve) => setTimeout(resolve, shownMs)),
  ])
  setReading(false)
}

/**
 * Reports how far one finger has pulled, 0 when it is over, and when it was released beyond the reach. Returns a
 * function that stops it.
 */
function watchPulls(onPull: (px: number) => void, onRefresh: () => void): () => void {
  let from: Finger | null = null
  let pulled = 0
  const tell = (px: number) => {
    if (px !== pulled) onPull((pulled = px))
  }
  const start = ({ touches, target }: TouchEvent) => {
    const [finger, other] = touches
    from = finger && !other && isAtTop(target) ? { x: finger.clientX, y: finger.clientY } : null
  }
  const move = ({ touches }: TouchEvent) => {
    const [finger] = touches
    if (from && finger) tell(pulledPx(from, { x: finger.clientX, y: finger.clientY }))
  }
  const end = ({ type }: TouchEvent) => {
    const isRefresh = from !== null && type === 'touchend' && pulled >= pullReachPx
    from = null
    tell(0)
    if (isRefresh) onRefresh()
  }
  const stop = new AbortController()
  const options = { passive: true, signal: stop.signal }
  document.addEventListener('touchstart', start, options)
  document.addEventListener('touchmove', move, options)
  for (const type of ['touchend', 'touchcancel'] as const) document.addEventListener(type, end, options)
  return () => stop.abort()
}

/** Whether a touch is on a screen scrolled to its top, and on nothing with a gesture of its own. */
function isAtTop(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest('main') === null) return false
  if (target.closest('canvas, input, textarea, select, dialog, [data-turns], [role="application"]') !== null)
    return false
  for (let element: Element | null = target; element !== null; element = element.parentElement)
    if (element.scrollTop > 0) return false
  return true
}
