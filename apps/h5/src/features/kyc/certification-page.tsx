import { kycStateOf } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { Card, Skeleton } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Loaded, Page, pageOf } from '../../shared/page/index.ts'
import { CertificationForm } from './certification-form.tsx'
import { KycStatus } from './kyc-status.tsx'
import { kycDraft } from './kyc-draft.ts'
import styles from './kyc.module.css'

/** Real-name certification: the form, or the state of the check. */
export const CertificationPage = pageOf({ title: 'kyc.title', signedOut: 'kyc.signedOut' }, OwnCertification)

function OwnCertification() {
  const { t } = useTexts()
  const certification = useQuery({
    ...queryFor(kycStateOf, {}),
    refetchInterval: (query) => intervalOf(query.state.data?.state),
  })
  return (
    <Loaded queries={{ certification }} failed={t('kyc.failed')} skeleton={<CertificationSkeleton />}>
      {(read) => <Certification certification={read.certification} />}
    </Loaded>
  )
}

function Certification({ certification }: { readonly certification: OutputOf<typeof kycStateOf> }) {
  const { t } = useTexts()
  const [isAgain, setAgain] = useState(() => kycDraft.get() !== null)
  const { submission, state, maySubmit } = certification
  if (maySubmit && (submission === null || isAgain)) return <CertificationForm rejected={submission} />
  return (
    <Page title={t('kyc.status.title')}>
      <KycStatus state={state} submission={submission} onAgain={() => setAgain(true)} maySubmit={maySubmit} />
    </Page>
  )
}

/** Polling is for customers whose socket is down; normally the live notice arrives first. */
const askAgainMs = 10_000

function intervalOf(state: string | undefined): number | false {
  return state === 'under-review' ? askAgainMs : false
}

function CertificationSkeleton() {
  return (
    <div className={styles.fields}>
      <Skeleton width={160} height={18} />
      <Card isPadded>
        <Skeleton width={220} height={18} />
      </Card>
      <Card isPadded>
        <Skeleton width={180} height={18} />
      </Card>
    </div>
  )
}
