import { useState } from 'react'
import type { PayoutMethodView, WithdrawalQuoteView } from '@candor/api'
import { Button, Card, FactList, Note, Segmented } from '@candor/ui'
import { ClockIcon } from '@candor/ui/icons/wallet'
import * as z from 'zod/mini'
import { CallFailed } from '../../shared/api/index.ts'
import type { CallFailure } from '../../shared/api/index.ts'
import {
  Emphasised,
  formatMoney,
  formatPromise,
  formatSpan,
  momentText,
  sentenceGap,
  useTexts,
} from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { AmountEntry, RefusalNote } from '../../shared/forms/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { navigation, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import { AskSupportRow } from '../../shared/page/ask-support/index.ts'
import { usePaymentPassword } from '../../shared/account/payment-password/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { ConfirmSheet } from './confirm-sheet.tsx'
import type { ConfirmedQuote } from './confirm-sheet.tsx'
import { DestinationChoice } from './destination-choice.tsx'
import {
  assetOf,
  isQuoteFor,
  methodKinds,
  methodOf,
  obstacleOf,
  readinessOf,
  wholeBalance,
  wireAmount,
} from './withdrawal-form-model.ts'
import type {
  AmountError,
  PayoutMethods,
  Readiness,
  WithdrawalForm,
  WithdrawalObstacle,
} from './withdrawal-form-model.ts'
import { ReadinessCard } from '../../shared/account/readiness/index.ts'
import styles from './withdrawal-page.module.css'
import { useQuote } from './withdrawal-queries.ts'

export interface WithdrawalTicketProps {
  readonly methods: PayoutMethods
  readonly readiness: Readiness
}

/** The form of a withdrawal: destination, amount, cost, and arrival. */
export function WithdrawalTicket({ methods, readiness }: WithdrawalTicketProps) {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useServerNow()
  const [form, setForm] = useWithdrawalForm()
  const [confirmed, setConfirmed] = useState<ConfirmedQuote | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const payment = usePaymentPassword()
  const method = methodOf(form, methods.items, nowMs)
  const obstacle = obstacleOf(form, { method, readiness, nowMs })
  const amount = wireAmount(form)
  const asset = assetOf(form.kind)
  const quote = useQuote(
    obstacle === null && method !== null && amount !== null && confirmed === null
      ? { asset, amount, payoutMethodId: method.id }
      : null,
  )
  const isQuoted = quote.data !== undefined && method !== null && isQuoteFor(quote.data, form, method)
  const own = readinessOf(form, readiness)
  const refusal = quote.error instanceof CallFailed && !quote.isWaiting ? quote.error.failure : null
  const next = async () => {
    if (!isQuoted || quote.data === undefined || method === null) return
    setRefused(null)
    // The currently shown quote is confirmed, whatever changes later.
    if (await payment.isReady()) setConfirmed({ quote: quote.data, method })
  }
  return (
    <PageScreen
      dock={
        <Dock
          reason={dockReason(texts, { obstacle, own, isRefused: refusal !== null, nowMs, kind: form.kind })}
          isQuoted={isQuoted}
          isBusy={quote.isWaiting}
          onNext={() => void next()}
        />
      }
    >
      <div className={styles.form}>
        <ReadinessCard />
        <Segmented
          label={t('withdrawal.method')}
          options={methodKinds.map((kind) => ({ value: kind, label: t(`withdrawal.kind.${kind}`) }))}
          value={form.kind}
          onValue={(kind) => setForm({ kind, amountText: form.amountText, methodId: null })}
        />
        <Amount
          form={form}
          own={own}
          error={obstacle?.kind === 'amount' ? obstacle.error : null}
          onText={(amountText) => setForm({ ...form, amountText })}
        />
        <DestinationChoice
          kind={form.kind}
          methods={methods.items.filter(({ kind }) => kind === form.kind)}
          chosen={method}
          nowMs={nowMs}
          onChosen={(methodId) => setForm({ ...form, methodId })}
          onAdd={() => navigation.navigate('addPayoutMethod', { kind: form.kind })}
        />
        <RefusalNote text={refused ?? (refusal === null ? null : refusalText(texts, refusal, asset))} />
        {refusal?.error === 'withdrawal-failed' ? <AskSupportRow /> : null}
        <Price quote={isQuoted ? quote.data : undefined} own={own} />
      </div>
      {confirmed === null ? null : (
        <ConfirmSheet confirmed={confirmed} onClose={() => setConfirmed(null)} onRefused={setRefused} />
      )}
      {payment.dialog}
    </PageScreen>
  )
}

interface AmountProps {
  readonly form: WithdrawalForm
  readonly own: Readiness['items'][number] | undefined
  readonly error: AmountError | null
  readonly onText: (amountText: string) => void
}

function Amount({ form, own, error, onText }: AmountProps) {
  const texts = useTexts()
  const { t } = texts
  const ownMoney = useOwnMoney()
  const asset = assetOf(form.kind)
  return (
    <AmountEntry
      label={t('withdrawal.amount', { asset })}
      text={form.amountText}
      asset={asset}
      onText={onText}
      note={own === undefined ? '' : t('withdrawal.available', { amount: ownMoney(own.available) })}
      action={
        own === undefined ? undefined : (
          <Button tone="bare" size="small" onClick={() => onText(wholeBalance(form, own.available))}>
            {t('withdrawal.useAll')}
          </Button>
        )
      }
      error={error === null ? null : amountErrorText(texts, error, own)}
    />
  )
}

/**
 * The form's kind and amount are part of the address, so that they survive visiting another screen (adding a
 * destination).
 */
function useWithdrawalForm() {
  const { kind, amount } = useRouteParams('withdrawal')
  const [form, setForm] = useState<WithdrawalForm>({
    kind: methodKinds.find((known) => known === kind) ?? 'wallet-address',
    amountText: amount ?? '',
    methodId: null,
  })
  const change = (next: WithdrawalForm) => {
    setForm(next)
    navigation.redirect('withdrawal', { kind: next.kind, amount: next.amountText })
  }
  return [form, change] as const
}

const limitsSchema = z.object({ dailyLeft: z.string() })

/** Why there is no quote: the server's text, and today's remainder when that is the limit. */
function refusalText({ t, locale }: Texts, { error, msg, data }: CallFailure, asset: string): string {
  const { data: limits } = z.safeParse(limitsSchema, data)
  if (error !== 'wrong-amount' || limits === undefined) return `${msg}.`
  return `${msg}. ${t('withdrawal.overDailyLimit', { left: formatMoney(locale, limits.dailyLeft, asset) })}`
}

interface PriceProps {
  readonly quote: WithdrawalQuoteView | undefined
  readonly own: Readiness['items'][number] | undefined
}

/** The quote, or what a withdrawal costs and the least before there is one. */
function Price({ quote, own }: PriceProps) {
  const { t, locale } = useTexts()
  if (quote !== undefined) return <QuoteView quote={quote} />
  if (own === undefined) return null
  const { asset, fee, minimum } = own
  return (
    <Card>
      <FactList
        facts={[
          { name: t('withdrawal.fee'), value: formatMoney(locale, fee, asset) },
          { name: t('withdrawal.minimum'), value: formatMoney(locale, minimum, asset) },
        ]}
      />
    </Card>
  )
}

/** A withdrawal's cost, arriving amount, and arrival time. */
function QuoteView({ quote }: { readonly quote: WithdrawalQuoteView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const { asset } = quote
  const money = (amount: string) => formatMoney(locale, amount, asset)
  const gap = sentenceGap(locale)
  const check = t(quote.needsTwoApprovals ? 'withdrawal.twoCheck' : 'withdrawal.oneChecks', {
    threshold: money(quote.twoPersonThreshold),
    within: formatSpan(locale, quote.reviewWithinMs),
  })
  return (
    <>
      <Card>
        <FactList
          facts={[
            { name: t('withdrawal.fee'), value: money(quote.fee) },
            { name: t('withdrawal.dailyLeft'), value: money(quote.dailyLeft) },
            { name: t('withdrawal.arrives'), value: money(quote.arrival), isMain: true },
          ]}
        />
      </Card>
      <Note icon={<ClockIcon size={18} />}>
        <span className={styles.promise}>
          <Emphasised text={t('withdrawal.promise', { time: formatPromise(locale, quote.promisedMs) })} />
          {gap}
          {check}
          {gap}
          {t('withdrawal.thenSent', { within: formatSpan(locale, quote.arrivalWithinMs) })}
        </span>
      </Note>
    </>
  )
}

interface DockProps {
  /** Why the button is off; null where it is on. */
  readonly reason: string | null
  readonly isQuoted: boolean
  readonly isBusy: boolean
  readonly onNext: () => void
}

function Dock({ reason, isQuoted, isBusy, onNext }: DockProps) {
  const { t } = useTexts()
  if (reason !== null) return <Button disabled>{reason}</Button>
  return (
    <Button isBusy={isBusy} disabled={!isQuoted && !isBusy} onClick={onNext}>
      {t('withdrawal.continue')}
    </Button>
  )
}

interface Reasons {
  readonly obstacle: WithdrawalObstacle | null
  readonly own: Readiness['items'][number] | undefined
  readonly isRefused: boolean
  readonly nowMs: number
  readonly kind: PayoutMethodView['kind']
}

function dockReason(texts: Texts, { obstacle, own, isRefused, nowMs, kind }: Reasons): string | null {
  const { t } = texts
  if (obstacle === null) return isRefused ? t('withdrawal.dock.refused') : null
  switch (obstacle.kind) {
    case 'no-method':
      return t(`withdrawal.dock.no-method.${kind}`)
    case 'resting':
      return t('withdrawal.dock.resting', { time: momentText(texts, obstacle.untilMs, nowMs) })
    case 'no-amount':
      return t('withdrawal.dock.no-amount')
    case 'amount':
      return amountErrorText(texts, obstacle.error, own)
  }
}

function amountErrorText(
  { t, locale }: Texts,
  error: AmountError,
  own: Readiness['items'][number] | undefined,
): string {
  return t(`withdrawal.amount.${error}`, {
    minimum: own === undefined ? '' : formatMoney(locale, own.minimum, own.asset),
  })
}
