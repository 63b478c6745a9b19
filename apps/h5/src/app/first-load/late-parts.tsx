import { useEffect, useState } from 'react'
import { InstalledStrip } from '../../features/installed/index.ts'
import { ResultChip } from '../../features/results/index.ts'
import { followDevice } from '../../features/notifications/index.ts'
import { loadTexts, useTexts } from '../../shared/i18n/index.ts'
import { queryClient } from '../../shared/api/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { ownCountQuery } from '../../shared/money/own-count/index.ts'
import { latePart } from '../../shared/page/index.ts'
import { ConsentNotice } from '../consent-notice.tsx'
import { Decisions } from '../decisions.tsx'
import { DisabledNotice } from '../disabled-notice.tsx'
import { feelOrders, feelResult } from '../haptics.ts'
import { PullToRefresh } from '../pull-to-refresh.tsx'

/** No reminder is due in the first minute. */
const SessionReminder = latePart(async () => {
  await new Promise((resolve) => setTimeout(resolve, 60_000))
  const [feature] = await Promise.all([import('../../features/asides/index.ts'), loadTexts('asides')])
  return feature.SessionReminder
})

/** Languages of regions where red often means a rise: customers are asked for their price colours on the first run. */
const languagesOfRedRises: readonly string[] = ['zh', 'ja', 'ko']

const UpdownOffer = latePart(async () => {
  const [feature] = await Promise.all([import('../../features/asides/index.ts'), loadTexts('asides')])
  return feature.UpdownOffer
})

/** The app checks by itself that the balance is in the published total, after everything that a screen waits for. */
const countCheckAfterMs = 20_000

/** Parts of the frame that no first screen needs. */
export function LateParts() {
  const isSignedIn = useIsSignedIn()
  const { language } = useTexts()
  const [hasTexts, setHasTexts] = useState(false)
  const [hasResultTexts, setHasResultTexts] = useState(false)
  useEffect(() => {
    const noTexts = () => undefined
    loadTexts('installed').then(() => setHasTexts(true), noTexts)
    loadTexts('results').then(() => setHasResultTexts(true), noTexts)
    // So that a further screen opens a round trip sooner.
    import('./further-pages.ts').catch(() => undefined)
    return feelOrders()
  }, [])
  useEffect(() => {
    followDevice(isSignedIn).catch(() => undefined)
  }, [isSignedIn, language])
  useEffect(() => {
    if (!isSignedIn) return undefined
    const timer = setTimeout(() => void queryClient.prefetchQuery(ownCountQuery), countCheckAfterMs)
    return () => clearTimeout(timer)
  }, [isSignedIn])
  return (
    <>
      <PullToRefresh />
      {hasTexts ? <InstalledStrip /> : null}
      {isSignedIn ? <ConsentNotice /> : null}
      {isSignedIn ? <Decisions /> : null}
      {isSignedIn ? <DisabledNotice /> : null}
      {isSignedIn && hasResultTexts ? <ResultChip onResult={feelResult} /> : null}
      {isSignedIn ? <SessionReminder /> : null}
      {languagesOfRedRises.includes(language) ? <UpdownOffer /> : null}
    </>
  )
}
