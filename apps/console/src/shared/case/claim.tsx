import { useState } from 'react'
import { claimView, operatorClaim, operatorClaims, operatorRelease } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, Note, showToast } from '@candor/ui'
import * as z from 'zod/mini'
import { call, refresh } from '../api/index.ts'
import { t, utcTime } from '../i18n/index.ts'
import { KeyHint, useShortcuts } from '../navigation/index.ts'
import styles from './claim.module.css'

type Claim = z.output<typeof claimView>

/** Claims a case, so that colleagues see who is working on it, and releases it. Decisions do not depend on it. */
export function ClaimBar({ subject }: { readonly subject: string }) {
  const [claim, setClaim] = useState<Claim | null>(null)
  const { isBusy, during } = useBusy()
  const take = async () => {
    const result = await during(call(operatorClaim, { subject }))
    refresh(operatorClaims)
    if (result.ok) return setClaim(result.value)
    const other = z.safeParse(claimView, result.data)
    if (result.error === 'already-claimed' && other.success) setClaim(other.data)
    else showToast('refused', result.msg)
  }
  const release = async () => {
    const result = await during(call(operatorRelease, { subject }))
    refresh(operatorClaims)
    if (result.ok) setClaim(null)
    else showToast('refused', result.msg)
  }
  const isOwn = claim?.isOwn === true
  const act = () => void (isOwn ? release() : take())
  useShortcuts({ c: act })
  return (
    <div className={styles.claim}>
      <div role="status">
        {claim === null ? null : (
          <Note tone={isOwn ? 'quiet' : 'attention'}>
            {isOwn
              ? t('shared.claim.own', { time: utcTime(claim.untilMs) })
              : t('shared.claim.other', { name: claim.name, time: utcTime(claim.untilMs) })}
          </Note>
        )}
      </div>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={act} aria-keyshortcuts="C">
        {isOwn ? t('shared.claim.release') : t('shared.claim.take')} <KeyHint name="C" />
      </Button>
    </div>
  )
}
