import type { OrderView } from '@candor/api'
import { Button } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n/index.ts'
import { AskSupportButton } from '../page/ask-support/index.ts'
import styles from './acceptance-notice.module.css'
import { keyFileQuery, useAcceptanceVerdict } from './acceptance/index.ts'
import { utcTime } from './proof-labels.ts'
import { ProofRing } from './proof-ring.tsx'
import { saveEvidence } from './save-evidence.ts'

/** Says loudly that the signed acceptance of an order is not valid, or that the log has broken its promise. */
export function AcceptanceNotice({ order }: { readonly order: OrderView }) {
  const { t } = useTexts()
  const verdict = useAcceptanceVerdict(order)
  const { data: keyFile = null } = useQuery({ ...keyFileQuery, enabled: false })
  if (verdict === null) return null
  const { state, promiseMs, reason } = verdict
  if (state !== 'invalid' && state !== 'late' && state !== 'broken') return null
  const title = t(`proof.acceptance.${state}`)
  return (
    <section className={styles.notice} role="alert" aria-label={title} data-acceptance={state}>
      <div className={styles.head}>
        <ProofRing kind="broken" />
        <div>
          <h2>{title}</h2>
          <p>{t(`proof.acceptance.${state}.text`, { time: promiseMs === null ? '' : utcTime(promiseMs) })}</p>
        </div>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => saveEvidence(order, { receipt: null, keyFile }, { reason })}>
          {t('proof.acceptance.save')}
        </Button>
        <AskSupportButton tone="quiet" />
      </div>
    </section>
  )
}
