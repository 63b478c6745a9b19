import type { ReactNode } from 'react'
import { kycStateOf } from '@candor/api'
import { Card, LateSkeleton, Screen, Skeleton, TopBar } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/navigation/index.ts'
import { useIsSignedIn } from '../../shared/session/index.ts'
import { FailedState, SignedOutState } from '../../shared/states/index.ts'
import { CertificationForm } from './certification-form.tsx'
import { KycStatus } from './kyc-status.tsx'
import { kycDraft } from './kyc-draft.ts'
import styles from './kyc.module.css'

/** Real-name certification: the form, or how the check stands. */
export function CertificationPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  if (isSignedIn) return <OwnCertification />
  return (
    <Screen bar={<Bar title={t('kyc.title')} />}>
      <SignedOutState text={t('kyc.signedOut')} />
    </Screen>
  )
}

function Bar({ title, trailing }: { readonly title: string; readonly trailing?: ReactNode }) {
  const { t } = useTexts()
  return (
    <TopBar
      title={title}
      back={{ label: t('shared.action.back'), onPress: () => navigation.back() }}
      trailing={trailing}
    />
  )
}

function OwnCertification() {
  const { t } = useTexts()
  const { data, error, refetch } = useQuery({
    ...queryFor(kycStateOf, {}),
    refetchInterval: (query) => intervalOf(query.state.data?.state),
  })
  const [isAgain, setAgain] = useState(() => kycDraft.get() !== null)
  if (data === undefined) {
    return (
      <Screen bar={<Bar title={t('kyc.title')} />}>
        {error === null ? (
          <Loading />
        ) : (
          <FailedState error={error} title={t('kyc.failed')} onRetry={() => void refetch()} />
        )}
      </Screen>
    )
  }
  const { submission, state, maySubmit } = data
  const isForm = maySubmit && (submission === null || isAgain)
  if (!isForm) {
    return (
      <KycStatus
        bar={<Bar title={t('kyc.status.title')} />}
        state={state}
        submission={submission}
        onAgain={() => setAgain(true)}
        maySubmit={maySubmit}
      />
    )
  }
  return (
    <CertificationForm
      bar={
        <Bar
          title={t('kyc.title')}
          trailing={<span className={styles.step}>{t('kyc.step', { step: 1, steps: 2 })}</span>}
        />
      }
      rejected={submission}
    />
  )
}

/** The live notice comes first; asking is for those whose socket is away. */
const askAgainMs = 10_000

function intervalOf(state: string | undefined): number | false {
  return state === 'under-review' ? askAgainMs : false
}

function Loading() {
  const { t } = useTexts()
  return (
    <LateSkeleton label={t('shared.loading')}>
      <div className={styles.fields}>
        <Skeleton width={160} height={18} />
        <Card isPadded>
          <Skeleton width={220} height={18} />
        </Card>
        <Card isPadded>
          <Skeleton width={180} height={18} />
        </Card>
      </div>
    </LateSkeleton>
  )
}
