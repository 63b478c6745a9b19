import { useState } from 'react'
import type { WithdrawalDetailView } from '@candor/api'
import { Button } from '@candor/ui'
import { ArrowUpIcon } from '@candor/ui/icons/account'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import { destinationNumber, shortNumber } from '../../shared/money/destination/index.ts'
import { momentText, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { hrefOf, PageScreen, recordScreenOf } from '../../shared/page/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { RecordHead, RecordState, RecordSteps, ShareButton } from '../../shared/page/records/index.ts'
import { MovementProofs } from '../../shared/proof/index.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { timelineSteps, withdrawalText } from './timeline-labels.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'
import { useWithdrawal } from './withdrawal-queries.ts'
import styles from './withdrawal-screen.module.css'
import { hasEnded, labelOf, restOf, runningPromise } from './withdrawal-state-model.ts'

/** One withdrawal: amount, destination, whose turn it is, by when, and the outcome. */
export const WithdrawalScreen = recordScreenOf(useWithdrawal, (withdrawal) => <Withdrawal withdrawal={withdrawal} />, {
  texts: {
    title: 'withdrawal.one',
    failed: 'withdrawal.one.failed',
    missing: ['withdrawal.notFound.title', 'withdrawal.notFound.text'],
  },
  list: { route: 'withdrawalRecords', label: 'withdrawal.list.all', icon: ArrowUpIcon },
  skeleton: { className: styles.skeleton, blocks: [[180, 44, 12], 76, 300] },
})

function Withdrawal({ withdrawal }: { readonly withdrawal: WithdrawalDetailView }) {
  const texts = useTexts()
  const { t } = texts
  const ownMoney = useOwnMoney()
  const nowMs = useServerNow(10_000)
  const { amount, asset, destination, canCancel } = withdrawal
  const [isCancelling, setCancelling] = useState(false)
  return (
    <PageScreen
      trailing={
        <ShareButton
          title={t('withdrawal.one')}
          text={(areHidden) => withdrawalText(texts, withdrawal, { areHidden, nowMs })}
        />
      }
      dock={
        canCancel ? (
          <Button tone="quiet" onClick={() => setCancelling(true)}>
            {t('withdrawal.cancel')}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.page}>
        <RecordHead amount={<ExactMoney amount={`-${amount}`} asset={asset} sign="result" size="hero" />}>
          {t('withdrawal.to')}{' '}
          <span className={styles.mono}>
            {destination.kind === 'wallet-address' ? shortNumber(destination) : destinationNumber(destination)}
          </span>
          {`, ${destination.kind === 'wallet-address' ? destination.chain : destination.bankName}`}
        </RecordHead>
        <Clock withdrawal={withdrawal} />
        <RecordSteps label={t('withdrawal.steps')} steps={timelineSteps(texts, withdrawal, { nowMs, ownMoney })} />
        <WithdrawalFacts withdrawal={withdrawal} />
        <MovementProofs kind="withdrawal" id={withdrawal.id} />
        {withdrawal.state === 'completed' || withdrawal.state === 'cancelled' ? null : <AskSupportRow />}
        <p className={styles.small}>
          {t('withdrawal.honest')} <a href={hrefOf('serviceLevels')}>{t('withdrawal.serviceLevels')}</a>
        </p>
      </div>
      {isCancelling ? <CancelDialog withdrawal={withdrawal} onClose={() => setCancelling(false)} /> : null}
    </PageScreen>
  )
}

/** The state in one word, and the promise's remaining time. */
function Clock({ withdrawal }: { readonly withdrawal: WithdrawalDetailView }) {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useServerNow(1_000)
  const { state } = withdrawal
  const promise = runningPromise(withdrawal)
  const isOver = hasEnded(state)
  const isLate = promise !== null && (promise.step.isOverdue || nowMs > promise.promisedMs)
  return (
    <RecordState
      state={t(`withdrawal.state.${labelOf(state)}`)}
      running={promise === null || isOver ? null : { startMs: promise.startedMs, endMs: promise.promisedMs }}
      needsAttention={state !== 'completed'}
      isLate={isLate}
    >
      {isOver
        ? t(`withdrawal.ended.${state}`, { time: momentText(texts, withdrawal.endedMs ?? nowMs, nowMs) })
        : promise === null
          ? null
          : isLate
            ? t('withdrawal.wasPromised', { time: momentText(texts, promise.promisedMs, nowMs) })
            : t('withdrawal.promised', {
                time: momentText(texts, promise.promisedMs, nowMs),
                ...restOf(promise.promisedMs, nowMs),
              })}
    </RecordState>
  )
}
