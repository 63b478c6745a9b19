import { useEffect, useState } from 'react'
import { indexSm, indexSmConfirm, indexSmConfirmError, indexSmError, kycStateOf, userInfo } from '@candor/contract'
import type { KycReason } from '@candor/contract'
import { Button, Dialog } from '@candor/ui'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { call, queryClient, queryKeyOf } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { currentLocation, navigation, routeOf } from '../../shared/navigation/index.ts'
import { realtime } from '../../shared/realtime/index.ts'
import styles from './kyc-status.module.css'
import { reasonText } from './reason-text.ts'

type Decision = { readonly kind: 'approved' } | { readonly kind: 'rejected'; readonly reasons: readonly KycReason[] }

/** The live notice comes first; asking is for those whose socket is away. */
const askEveryMs = 60_000

/** Shows a decision that was not acknowledged yet, whatever the screen. Mount it for who is signed in. */
export function DecisionDialogs() {
  const { t } = useTexts()
  const [decision, setDecision] = useState<Decision | null>(null)
  useEffect(() => watchDecisions(setDecision), [])
  if (decision === null) return null
  const acknowledge = (goes: boolean) => {
    setDecision(null)
    void call(decision.kind === 'approved' ? indexSmConfirm : indexSmConfirmError, {})
    if (goes && routeOf(currentLocation().pathname) !== 'certification') navigation.navigate('certification')
  }
  if (decision.kind === 'approved') {
    return (
      <Dialog
        title={t('kyc.dialog.approved')}
        onClose={() => acknowledge(false)}
        actions={<Button onClick={() => acknowledge(false)}>{t('kyc.dialog.ok')}</Button>}
      >
        <p className={styles.approved}>
          <CheckCircleFillIcon size={20} />
          {t('kyc.dialog.approvedText')}
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t('kyc.dialog.rejected')}
      onClose={() => acknowledge(false)}
      actions={
        <>
          <Button onClick={() => acknowledge(true)}>{t('kyc.dialog.open')}</Button>
          <Button tone="bare" onClick={() => acknowledge(false)}>
            {t('kyc.dialog.close')}
          </Button>
        </>
      }
    >
      <ul className={styles.dialogReasons}>
        {decision.reasons.map((reason) => (
          <li key={`${reason.target} ${reason.code}`}>
            <b>{t(`kyc.target.${reason.target}`)}</b> {reasonText(t, reason)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Asks now, after each live notice, after a reconnect, and now and then. Answers the function that ends it. */
function watchDecisions(onDecision: (decision: Decision) => void): () => void {
  let isOver = false
  const ask = async () => {
    // A call without a network would say so on every screen.
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    const decision = await waitingDecision()
    if (isOver || decision === null) return
    for (const operation of [kycStateOf, userInfo]) void queryClient.invalidateQueries({ queryKey: queryKeyOf(operation) })
    onDecision(decision)
  }
  void ask()
  const timer = setInterval(() => void ask(), askEveryMs)
  const stops = [
    realtime.onReconnect(() => void ask()),
    realtime.onAccountEvent((event) => {
      if (event.type !== 'notice' || event.notice.kind !== 'kyc') return
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(kycStateOf) })
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
  if ((await call(indexSm, {})).ok) return { kind: 'approved' }
  const refused = await call(indexSmError, {})
  return refused.ok ? { kind: 'rejected', reasons: refused.value.reasons } : null
}
