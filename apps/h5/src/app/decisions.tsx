import { useEffect, useState } from 'react'
import { indexSm, indexSmConfirm, indexSmConfirmError, indexSmError, kycStateOf, userInfo } from '@candor/api'
import type { KycReason } from '@candor/api'
import { call, callQuietly, invalidate } from '../shared/api/index.ts'
import { loadTexts } from '../shared/i18n/index.ts'
import { currentLocation, latePart, navigation, routeOf } from '../shared/page/index.ts'
import { realtime } from '../shared/api/realtime/index.ts'
import { useOwnTurn } from './own-turn.ts'

const DecisionDialog = latePart(async () => {
  const [feature] = await Promise.all([import('../features/kyc/index.ts'), loadTexts('kyc')])
  return feature.DecisionDialog
})

/** A decision about the customer's identity. `reasons` is null for an approval. */
interface Decision {
  readonly reasons: readonly KycReason[] | null
}

/** Polling is for customers whose socket is down; normally the live notice arrives first. */
const askEveryMs = 60_000

/** Shows an unacknowledged decision on any screen. Mount it for signed-in customers. */
export function Decisions() {
  const [decision, setDecision] = useState<Decision | null>(null)
  useEffect(() => watchDecisions(setDecision), [])
  const isTurn = useOwnTurn(decision !== null)
  if (decision === null || !isTurn) return null
  const acknowledge = (goes: boolean) => {
    setDecision(null)
    void call(decision.reasons === null ? indexSmConfirm : indexSmConfirmError, {})
    const screen = decision.reasons === null ? 'contract' : 'certification'
    if (goes && routeOf(currentLocation().pathname) !== screen) navigation.navigate(screen)
  }
  return <DecisionDialog reasons={decision.reasons} onAcknowledge={acknowledge} />
}

/** Polls now, after each live notice, after a reconnect, and periodically. Returns a function that stops it. */
function watchDecisions(onDecision: (decision: Decision) => void): () => void {
  let isOver = false
  const ask = async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    const decision = await waitingDecision()
    if (isOver || decision === null) return
    invalidate(kycStateOf, userInfo)
    onDecision(decision)
  }
  void ask()
  const timer = setInterval(() => void ask(), askEveryMs)
  const stops = [
    realtime.onReconnect(() => void ask()),
    realtime.onAccountEvent((event) => {
      if (event.type !== 'notice' || event.notice.kind !== 'kyc') return
      invalidate(kycStateOf)
      if (event.notice.state !== 'under-review') void ask()
    }),
  ]
  return () => {
    isOver = true
    clearInterval(timer)
    for (const stop of stops) stop()
  }
}

async function waitingDecision(): Promise<Decision | null> {
  if ((await callQuietly(indexSm, {})).ok) return { reasons: null }
  const refused = await callQuietly(indexSmError, {})
  return refused.ok ? { reasons: refused.value.reasons } : null
}
