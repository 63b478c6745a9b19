import { dayMs } from '@candor/formulas'
import { useState } from 'react'
import type { TermView } from '@candor/api'
import { Button, Card, FactList } from '@candor/ui'
import { PercentIcon } from '@candor/ui/icons/account'
import { formatCountdown, formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { RateValue, termMoment, termText } from '../../shared/money/interest-terms/index.ts'
import { PageScreen, recordScreenOf } from '../../shared/page/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { CopiedCode, RecordHead, RecordState, RecordSteps, ShareButton } from '../../shared/page/records/index.ts'
import { useTerm } from './interest-queries.ts'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import { interestText, termSteps } from './interest-labels.ts'
import { MovementProofs } from '../../shared/proof/index.ts'
import styles from './interest.module.css'
import { RedeemDialog } from './redeem-dialog.tsx'

/** One interest order: amount, start, interest, repayment time, and early redemption. */
export const TermScreen = recordScreenOf(useTerm, (term) => <Term term={term} />, {
  texts: {
    title: 'interest.one',
    failed: 'interest.one.failed',
    missing: ['interest.notFound.title', 'interest.notFound.text'],
  },
  list: { route: 'interestOrders', label: 'interest.records.open', icon: PercentIcon },
  skeleton: { className: styles.form, blocks: [[180, 50, 12], 76, 300] },
})

function Term({ term }: { readonly term: TermView }) {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useServerNow(60_000)
  const [isRedeeming, setRedeeming] = useState(false)
  const { amount, asset, state } = term
  return (
    <PageScreen
      trailing={
        <ShareButton title={t('interest.one')} text={(areHidden) => interestText(texts, term, { areHidden, nowMs })} />
      }
      dock={
        state === 'earning' ? (
          <Button tone="quiet" onClick={() => setRedeeming(true)}>
            {t('interest.redeem')}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.form}>
        <RecordHead amount={<ExactMoney amount={amount} asset={asset} size="hero" />}>{t('interest.putIn')}</RecordHead>
        <Standing term={term} />
        <Steps term={term} />
        <TermFacts term={term} />
        <MovementProofs kind="term" id={term.id} />
        <AskSupportRow />
      </div>
      {isRedeeming && state === 'earning' ? <RedeemDialog term={term} onClose={() => setRedeeming(false)} /> : null}
    </PageScreen>
  )
}

/** The state in one word, and the remaining time. */
function Standing({ term }: { readonly term: TermView }) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const nowMs = useServerNow(1_000)
  const { state, isRedeemed, asset, interest, paid, startMs, expiresMs } = term
  const restMs = expiresMs - nowMs
  return (
    <RecordState
      state={t(isRedeemed ? 'interest.state.redeemed' : `interest.state.${state}`)}
      running={state === 'earning' ? { startMs, endMs: expiresMs } : null}
      needsAttention={false}
    >
      {state === 'expired'
        ? t(isRedeemed ? 'interest.ended.redeemed' : 'interest.ended.expired', {
            interest: ownMoney(paid ?? interest, asset, 'result'),
          })
        : restMs <= 0
          ? t('interest.due')
          : restMs > dayMs
            ? t('interest.restDays', { count: Math.ceil(restMs / dayMs) })
            : t('interest.rest', { time: formatCountdown(restMs) })}
    </RecordState>
  )
}

function Steps({ term }: { readonly term: TermView }) {
  const texts = useTexts()
  const nowMs = useServerNow(1_000)
  return <RecordSteps label={texts.t('interest.steps')} steps={termSteps(texts, term, nowMs)} />
}

function TermFacts({ term }: { readonly term: TermView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const nowMs = useServerNow(60_000)
  const interestOf = (units: string) => <ExactMoney amount={units} asset={asset} sign="result" />
  const { id, amount, asset, dailyRatePpm, durationMs, interest, paid, startMs, expiresMs, endedMs } = term
  return (
    <Card>
      <FactList
        facts={[
          { name: t('interest.putIn'), value: <ExactMoney amount={amount} asset={asset} /> },
          { name: t('interest.rate'), value: <RateValue dailyRatePpm={dailyRatePpm} /> },
          { name: t('interest.term'), value: termText(texts, durationMs) },
          { name: t('interest.expected'), value: interestOf(interest) },
          ...(paid === null ? [] : [{ name: t('interest.paid'), value: interestOf(paid), isMain: true }]),
          { name: t('interest.started'), value: formatDateTime(locale, startMs) },
          { name: t('interest.expires'), value: termMoment(texts, expiresMs, { durationMs, nowMs }) },
          ...(endedMs === null
            ? []
            : [{ name: t('interest.ended'), value: termMoment(texts, endedMs, { durationMs, nowMs }) }]),
          {
            name: t('interest.number'),
            value: <CopiedCode text={id} label={t('interest.copyNumber')} />,
            isMono: true,
          },
        ]}
      />
    </Card>
  )
}
