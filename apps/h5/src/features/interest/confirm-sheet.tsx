import type { InterestProductView } from '@candor/api'
import { Button, Card, FactList, Sheet } from '@candor/ui'
import { useServerNow } from '../../shared/api/realtime/index.ts'
import { decimalsOf, Emphasised, formatPrice, useTexts } from '../../shared/i18n/index.ts'
import { InterestWarning, RateValue, termMoment, termText } from '../../shared/money/interest-terms/index.ts'
import { expectedInterest, expectedReturn, wireAmount } from './interest-model.ts'
import type { InterestForm } from './interest-model.ts'
import styles from './interest.module.css'

/** What is to be confirmed; frozen when the sheet opens, so that nothing changes under the finger. */
export interface ConfirmedOrder {
  readonly form: InterestForm
  readonly offer: InterestProductView
}

export interface ConfirmSheetProps {
  readonly order: ConfirmedOrder
  readonly isBusy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** The last look before money is invested: the exact amounts, the rate, and what an early exit costs. */
export function ConfirmSheet({ order, isBusy, onConfirm, onClose }: ConfirmSheetProps) {
  const texts = useTexts()
  const { t } = texts
  return (
    <Sheet
      title={t('interest.confirm.title', { term: termText(texts, order.offer.durationMs) })}
      closeLabel={t('shared.action.close')}
      onClose={onClose}
      isBusy={isBusy}
    >
      <ConfirmView order={order} isBusy={isBusy} onConfirm={onConfirm} />
    </Sheet>
  )
}

/** The decision. The expiry is counted from now, as it would be on submission. */
export function ConfirmView({ order: { form, offer }, isBusy, onConfirm }: Omit<ConfirmSheetProps, 'onClose'>) {
  const texts = useTexts()
  const { t, locale } = texts
  const nowMs = useServerNow(1_000)
  const { asset, durationMs, dailyRatePpm } = offer
  // To the last digit: interest may begin behind the cents.
  const exact = (amount: string | null) =>
    `${formatPrice(locale, amount ?? '0', Math.max(2, decimalsOf(amount ?? '0')))}\u00A0${asset}`
  const amount = exact(wireAmount(form))
  return (
    <div className={styles.confirm}>
      <p className={styles.say}>
        <Emphasised text={t('interest.confirm.say', { amount, back: exact(expectedReturn(form, offer)) })} />
      </p>
      <Card>
        <FactList
          facts={[
            { name: t('interest.rate'), value: <RateValue dailyRatePpm={dailyRatePpm} /> },
            {
              name: t('interest.interestFor', { term: termText(texts, durationMs) }),
              value: `+${exact(expectedInterest(form, offer))}`,
              isMain: true,
            },
            { name: t('interest.paidBack'), value: termMoment(texts, nowMs + durationMs, { durationMs, nowMs }) },
            { name: t('interest.early'), value: t('interest.early.value') },
          ]}
        />
      </Card>
      <InterestWarning />
      <Button isBusy={isBusy} onClick={onConfirm}>
        {t('interest.invest', { amount })}
      </Button>
    </div>
  )
}
