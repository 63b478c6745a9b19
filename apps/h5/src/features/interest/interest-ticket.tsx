import { useState } from 'react'
import { interestOpen } from '@candor/api'
import type { InterestProductView, interestSummary, OutputOf, walletAssets } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { assets } from '@candor/money'
import { Button, Card, FactList, LinkRow, Note, RowList, Segmented, showToast } from '@candor/ui'
import { PercentIcon } from '@candor/ui/icons/account'
import { call, isOutcomeUnknown, newRequestId, sendUntilKnown } from '../../shared/api/index.ts'
import { Emphasised, formatMoney, useTexts } from '../../shared/i18n/index.ts'
import { useOwnMoney } from '../../shared/money/index.ts'
import { ExactMoney } from '../../shared/money/exact-money/index.ts'
import { AmountEntry, RefusalNote } from '../../shared/forms/index.ts'
import { ShortInterestWarning, termMoment, termText } from '../../shared/money/interest-terms/index.ts'
import { hrefOf, navigation, PageScreen, pathOf, useRouteParams } from '../../shared/page/index.ts'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { ConfirmSheet } from './confirm-sheet.tsx'
import type { ConfirmedOrder } from './confirm-sheet.tsx'
import {
  expectedInterest,
  obstacleOf,
  offerOf,
  offersOf,
  startForm,
  wholeAmount,
  wireAmount,
} from './interest-model.ts'
import type { InterestForm, InterestObstacle } from './interest-model.ts'
import { keepTerm, refreshInterest } from './interest-queries.ts'
import styles from './interest.module.css'
import { TermChoice } from './term-choice.tsx'

type Sums = OutputOf<typeof interestSummary>['items']
type Balances = OutputOf<typeof walletAssets>['items']

export interface InterestTicketProps {
  readonly products: readonly InterestProductView[]
  readonly sums: Sums
  readonly balances: Balances
}

/** The wallet's content, and the form: amount, duration, interest, and repayment time. */
export function InterestTicket({ products, sums, balances }: InterestTicketProps) {
  const { t } = useTexts()
  const { product } = useRouteParams('interest')
  const [form, setForm] = useState(() => startForm(products, product))
  const [order, setOrder] = useState<ConfirmedOrder | null>(null)
  const { isBusy, refused, send } = useSending(() => setOrder(null))
  const offer = offerOf(form, products)
  const available = balances.find(({ asset }) => asset === form.asset)?.available ?? null
  const obstacle = offer === null ? null : obstacleOf(form, offer, available)
  const confirm = () => {
    const amount = order === null ? null : wireAmount(order.form)
    if (order !== null && amount !== null) void send(order.offer.id, amount)
  }
  return (
    <PageScreen
      dock={
        <>
          <ShortInterestWarning />
          <Dock
            form={form}
            offer={offer}
            obstacle={obstacle}
            onInvest={() => {
              if (offer !== null) setOrder({ form, offer })
            }}
          />
        </>
      }
    >
      <div className={styles.form}>
        <Segmented
          label={t('interest.asset')}
          options={assets.map((asset) => ({ value: asset, label: asset }))}
          value={form.asset}
          onValue={(asset) => setForm({ ...form, asset })}
        />
        <Invested sums={sums} form={form} />
        {offer === null ? (
          <Note icon={<PercentIcon size={18} />}>{t('interest.noneOpen', { asset: form.asset })}</Note>
        ) : (
          <>
            <Offer
              form={form}
              offer={offer}
              offers={offersOf(products, form.asset)}
              available={available}
              onForm={setForm}
            />
            <RowList>
              <LinkRow
                href={hrefOf('investInfo', { type: 'interest', id: offer.id, from: pathOf('interest') })}
                title={t('interest.about')}
              />
            </RowList>
          </>
        )}
        <RefusalNote text={refused} />
      </div>
      {order === null ? null : (
        <ConfirmSheet order={order} isBusy={isBusy} onConfirm={confirm} onClose={() => setOrder(null)} />
      )}
    </PageScreen>
  )
}

/** Submits an order, once however often its response is lost. `refused` is the refusal. */
function useSending(onDecided: () => void) {
  const texts = useTexts()
  const { t } = texts
  const ownMoney = useOwnMoney()
  const { isBusy, during } = useBusy()
  const [refused, setRefused] = useState<string | null>(null)
  const send = async (productId: string, amount: string) => {
    const input = { requestId: newRequestId(), productId, amount }
    setRefused(null)
    const result = await during(sendUntilKnown(() => call(interestOpen, input)))
    onDecided()
    if (result.ok) {
      await keepTerm(result.value)
      const { amount: invested, asset, durationMs } = result.value
      const words = { amount: ownMoney(invested, asset), term: termText(texts, durationMs) }
      showToast('done', result.msg, t('interest.openedDetail', words))
      return navigation.navigate('interestOrders', { id: result.value.id })
    }
    refreshInterest()
    setRefused(isOutcomeUnknown(result.error) ? t('interest.outcomeUnknown') : `${result.msg}.`)
  }
  return { isBusy, refused, send }
}

function Invested({ sums, form: { asset } }: { readonly sums: Sums; readonly form: InterestForm }) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  const own = sums.find((sum) => sum.asset === asset)
  return (
    <div className={styles.head}>
      <p className={styles.label}>{t('interest.invested')}</p>
      <ExactMoney amount={own?.invested ?? '0'} asset={asset} size="hero" />
      <p className={styles.label}>
        <Emphasised text={t('interest.earned', { amount: ownMoney(own?.earned ?? '0', asset, 'result') })} />
      </p>
    </div>
  )
}

interface OfferProps {
  readonly form: InterestForm
  readonly offer: InterestProductView
  readonly offers: readonly InterestProductView[]
  readonly available: string | null
  readonly onForm: (form: InterestForm) => void
}

function Offer({ form, offer, offers, available, onForm }: OfferProps) {
  const { t } = useTexts()
  const ownMoney = useOwnMoney()
  return (
    <Card>
      <AmountEntry
        label={t('interest.amount', { asset: form.asset })}
        text={form.amountText}
        asset={form.asset}
        onText={(amountText) => onForm({ ...form, amountText })}
        note={available === null ? '' : t('interest.available', { amount: ownMoney(available, form.asset) })}
        action={
          available === null ? undefined : (
            <Button
              tone="bare"
              size="small"
              onClick={() => onForm({ ...form, amountText: wholeAmount(offer, available) })}
            >
              {t('interest.useAll')}
            </Button>
          )
        }
        error={null}
      />
      <div className={styles.terms}>
        <TermChoice offers={offers} chosen={offer} onChosen={({ durationMs }) => onForm({ ...form, durationMs })} />
      </div>
      <OfferFacts form={form} offer={offer} />
    </Card>
  )
}

/** The result of the choice. The expiry is counted from now, as it would be on submission. */
function OfferFacts({ form, offer }: Pick<OfferProps, 'form' | 'offer'>) {
  const texts = useTexts()
  const { t, locale } = texts
  const nowMs = useServerNow(1_000)
  const { durationMs, coverageLeft, asset } = offer
  return (
    <FactList
      facts={[
        {
          name: t('interest.interestFor', { term: termText(texts, durationMs) }),
          value: <ExactMoney amount={expectedInterest(form, offer) ?? '0'} asset={asset} sign="result" />,
          isMain: true,
        },
        { name: t('interest.paidBack'), value: termMoment(texts, nowMs + durationMs, { durationMs, nowMs }) },
        { name: t('interest.early'), value: t('interest.early.value') },
        { name: t('interest.coverage'), value: formatMoney(locale, coverageLeft, asset) },
      ]}
    />
  )
}

interface DockProps {
  readonly form: InterestForm
  readonly offer: InterestProductView | null
  readonly obstacle: InterestObstacle | null
  readonly onInvest: () => void
}

function Dock({ form, offer, obstacle, onInvest }: DockProps) {
  const { t, locale } = useTexts()
  if (offer === null) return <Button disabled>{t('interest.dock.closed')}</Button>
  const money = (amount: string) => formatMoney(locale, amount, offer.asset)
  if (obstacle !== null)
    return <Button disabled>{t(`interest.dock.${obstacle}`, { min: money(offer.min), max: money(offer.max) })}</Button>
  return <Button onClick={onInvest}>{t('interest.invest', { amount: money(wireAmount(form) ?? '0') })}</Button>
}
