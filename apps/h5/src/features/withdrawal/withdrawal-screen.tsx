import { useState } from 'react'
import type { WithdrawalDetailView } from '@candor/api'
import { Button, Card, CountdownRing, Skeleton, StatePanel, Tag, Timeline } from '@candor/ui'
import { CheckCircleFillIcon, WarningCircleIcon } from '@candor/ui/icons/shell'
import { ArrowUpIcon } from '@candor/ui/icons/account'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import { destinationNumber, shortNumber } from '../../shared/money/destination/index.ts'
import { momentText, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney, useMode, useOwnMoney } from '../../shared/money/index.ts'
import { hrefOf, Loaded, navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { realtime, useServerNow } from '../../shared/api/realtime/index.ts'
import { ShareButton } from '../../shared/page/records/index.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { timelineSteps, withdrawalText } from './timeline-labels.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'
import { useWithdrawal } from './withdrawal-queries.ts'
import styles from './withdrawal-screen.module.css'
import { hasEnded, labelOf, restOf, runningPromise } from './withdrawal-state-model.ts'

/** One withdrawal: amount, destination, whose turn it is, by when, and the outcome. */
export function WithdrawalScreen({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const withdrawal = useWithdrawal(id)
  return (
    <Page title={t('withdrawal.one')}>
      <Loaded
        queries={{ withdrawal }}
        failed={t('withdrawal.one.failed')}
        missing={
          <StatePanel
            icon={<ArrowUpIcon size={28} />}
            title={t('withdrawal.notFound.title')}
            text={t('withdrawal.notFound.text')}
            actions={
              <Button onClick={() => navigation.redirect('withdrawalRecords')}>{t('withdrawal.list.all')}</Button>
            }
          />
        }
        skeleton={
          <div className={styles.skeleton}>
            <Skeleton width={180} height={44} radius={12} />
            <Skeleton width="100%" height={76} radius={20} />
            <Skeleton width="100%" height={300} radius={20} />
          </div>
        }
      >
        {(read) => <Withdrawal withdrawal={read.withdrawal} />}
      </Loaded>
    </Page>
  )
}

function Withdrawal({ withdrawal }: { readonly withdrawal: WithdrawalDetailView }) {
  const texts = useTexts()
  const { t } = texts
  const mode = useMode()
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
        <div className={styles.head}>
          <OwnMoney amount={`-${amount}`} asset={asset} sign="result" size="hero" />
          <p className={styles.to}>
            <span>
              {t('withdrawal.to')}{' '}
              <span className={styles.mono}>
                {destination.kind === 'wallet-address' ? shortNumber(destination) : destinationNumber(destination)}
              </span>
              {`, ${destination.kind === 'wallet-address' ? destination.chain : destination.bankName}`}
            </span>
            {mode === 'sandbox' ? <Tag tone="sandbox">{t('withdrawal.playMoney')}</Tag> : null}
          </p>
        </div>
        <Clock withdrawal={withdrawal} />
        <Card>
          <div className={styles.steps}>
            <Timeline label={t('withdrawal.steps')} steps={timelineSteps(texts, withdrawal, { nowMs, ownMoney })} />
          </div>
        </Card>
        <WithdrawalFacts withdrawal={withdrawal} />
        {withdrawal.state === 'completed' || withdrawal.state === 'cancelled' ? null : <AskSupportRow />}
        <p className={styles.small}>
          {t('withdrawal.honest')} <a href={hrefOf('serviceLevels')}>{t('withdrawal.serviceLevels')}</a>
        </p>
      </div>
      {isCancelling ? <CancelDialog withdrawal={withdrawal} onClose={() => setCancelling(false)} /> : null}
    </PageScreen>
  )
}

/** The state in one word, and the promise's remaining time. Announced when the state changes, not as time passes. */
function Clock({ withdrawal }: { readonly withdrawal: WithdrawalDetailView }) {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useServerNow(1_000)
  const { state } = withdrawal
  const label = t(`withdrawal.state.${labelOf(state)}`)
  const promise = runningPromise(withdrawal)
  const isOver = hasEnded(state)
  const isLate = promise !== null && (promise.step.isOverdue || nowMs > promise.promisedMs)
  return (
    <Card>
      <div className={styles.clock}>
        {promise === null || isOver ? (
          <span className={styles.ended}>
            {state === 'completed' ? <CheckCircleFillIcon size={28} /> : <WarningCircleIcon size={28} />}
          </span>
        ) : (
          <CountdownRing
            hasDot
            diameterPx={46}
            strokePx={5}
            endMs={promise.promisedMs}
            durationMs={promise.promisedMs - promise.startedMs}
            nowMs={realtime.clock.nowMs}
          />
        )}
        <div>
          <b className={styles.state} role="status">
            {label}
          </b>
          <p className={styles.rest} data-late={isLate}>
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
          </p>
        </div>
      </div>
    </Card>
  )
}
