import type { SaleDetailView } from '@candor/api'
import { priceText } from '../../shared/money/adverts/index.ts'
import { formatMoney, formatReceiptTime, momentText } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { stepsOf } from './sale-state-model.ts'
import type { SaleStep } from './sale-state-model.ts'
import type { RecordStep, SharingContext, StepsContext } from '../../shared/page/records/index.ts'

/** The steps of a sale as text: what, when or until when, and what happened to the money. */
export function timelineSteps(texts: Texts, sale: SaleDetailView, { nowMs, ownMoney }: StepsContext): RecordStep[] {
  const { t } = texts
  const figures = {
    quantity: ownMoney(sale.quantity, 'USDT'),
    total: ownMoney(sale.total, 'USD'),
    desk: sale.desk.name,
  }
  return stepsOf(sale).map((step) => ({
    key: step.name,
    state: step.state,
    title: t(`floor.step.${step.name}`, figures),
    when: stepTime(texts, step, nowMs),
    text: stepText(texts, sale, { step, figures }),
  }))
}

function stepTime(texts: Texts, { atMs, untilMs }: SaleStep, nowMs: number): string | undefined {
  if (atMs !== null) return momentText(texts, atMs, nowMs)
  return untilMs === null ? undefined : texts.t('floor.until', { time: momentText(texts, untilMs, nowMs) })
}

interface StepContext {
  readonly step: SaleStep
  readonly figures: { readonly quantity: string; readonly total: string; readonly desk: string }
}

function stepText({ t }: Texts, { isAuto }: SaleDetailView, { step, figures }: StepContext): string | undefined {
  switch (step.name) {
    case 'submitted':
      return isAuto ? undefined : t('floor.step.submitted.text', figures)
    case 'confirmed':
      return step.state === 'done' ? undefined : t('floor.step.confirmed.text', figures)
    case 'lapsed':
      return t('floor.step.lapsed.text', figures)
    case 'paid':
      return step.state === 'done' ? t('floor.step.paid.text', figures) : undefined
  }
}

/** A sale as plain text, for handing on; without amounts where they are hidden. */
export function saleText({ t, locale }: Texts, sale: SaleDetailView, { areHidden, nowMs }: SharingContext): string {
  const { id, desk, quantity, unitPrice, total, state, createdMs, endedMs } = sale
  const words = {
    id,
    desk: desk.name,
    price: priceText(locale, unitPrice),
    state: t(`floor.state.${state}`),
    submitted: formatReceiptTime(createdMs),
    now: formatReceiptTime(endedMs ?? nowMs),
  }
  return areHidden
    ? t('floor.share.textWithout', words)
    : t('floor.share.text', {
        ...words,
        quantity: formatMoney(locale, quantity, 'USDT'),
        total: formatMoney(locale, total, 'USD'),
      })
}
