import type { WithdrawalDetailView, WithdrawalStep } from '@candor/api'
import { destinationNumber, destinationTitle } from '../../shared/money/destination/index.ts'
import { formatMoney, formatReceiptTime, formatTime, momentText, sentenceGap } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { drawnState, labelOf } from './withdrawal-state-model.ts'
import type { RecordStep, SharingContext, StepsContext } from '../../shared/page/records/index.ts'

/** The clock's steps as text: what, when or by when, who, why. */
export function timelineSteps(
  texts: Texts,
  withdrawal: WithdrawalDetailView,
  { nowMs, ownMoney }: StepsContext,
): RecordStep[] {
  const { amount, arrival, asset } = withdrawal
  const figures = { amount: ownMoney(amount, asset), arrival: ownMoney(arrival, asset) }
  return withdrawal.steps.map((step) => {
    const state = drawnState(step)
    return {
      key: step.name,
      state,
      title: stepTitle(texts, withdrawal, { step, figures }),
      when: stepTime(texts, step, nowMs),
      text: stepText(texts, withdrawal, { step, figures }).join(sentenceGap(texts.locale)) || undefined,
    }
  })
}

interface StepContext {
  readonly step: WithdrawalStep
  /** Money of the withdrawal as it is written here. */
  readonly figures: { readonly amount: string; readonly arrival: string }
}

function stepTitle(
  { t }: Texts,
  { approvalsNeeded }: WithdrawalDetailView,
  { step: { name }, figures }: StepContext,
): string {
  if (name === 'approved') return t('withdrawal.step.approved', { people: approvalsNeeded })
  if (name === 'completed') return t('withdrawal.step.completed', { amount: figures.arrival })
  return t(`withdrawal.step.${name}`)
}

function stepTime(texts: Texts, { atMs, promisedMs }: WithdrawalStep, nowMs: number): string | undefined {
  if (atMs !== null) return momentText(texts, atMs, nowMs)
  return promisedMs === null ? undefined : texts.t('withdrawal.by', { time: momentText(texts, promisedMs, nowMs) })
}

/** A step's responsible party, reason, progress, and failure. */
function stepText(texts: Texts, withdrawal: WithdrawalDetailView, { step, figures }: StepContext): string[] {
  const { t } = texts
  const released = t('withdrawal.released', { amount: figures.amount })
  const owner = step.state === 'done' ? [] : [t(`withdrawal.owner.${step.owner}`)]
  const late = step.isOverdue && step.state !== 'done' ? [t('withdrawal.lateText')] : []
  switch (step.name) {
    case 'requested':
      return []
    case 'checked':
      return [t('withdrawal.checkedText')]
    case 'approved':
      return [...late, ...approvalText(texts, withdrawal), ...owner]
    case 'sent':
      return [...late, ...owner]
    case 'completed':
      return step.state === 'done' ? [] : [...late, t('withdrawal.arrivalText')]
    case 'rejected':
    case 'failed':
      return [...(withdrawal.reason === null ? [] : [t(`withdrawal.reason.${withdrawal.reason}`)]), released]
    case 'cancelled':
      return [released]
  }
}

function approvalText({ t, locale }: Texts, withdrawal: WithdrawalDetailView): string[] {
  const { approvalsNeeded, approvalsMs, twoPersonThreshold, asset } = withdrawal
  const [first] = approvalsMs
  return [
    ...(approvalsNeeded > 1
      ? [t('withdrawal.whyTwo', { threshold: formatMoney(locale, twoPersonThreshold, asset) })]
      : []),
    ...(approvalsNeeded > 1 && approvalsMs.length === 1 && first !== undefined
      ? [t('withdrawal.firstApproval', { time: formatTime(locale, first) })]
      : []),
  ]
}

/** A withdrawal as plain text, for handing on; without amounts where they are hidden. */
export function withdrawalText(
  texts: Texts,
  withdrawal: WithdrawalDetailView,
  { areHidden, nowMs }: SharingContext,
): string {
  const { t, locale } = texts
  const { id, amount, fee, arrival, asset, destination, state, createdMs, endedMs, reference } = withdrawal
  const money = (text: string) => formatMoney(locale, text, asset)
  const words = {
    id,
    to: `${destinationTitle(texts, destination)} ${destinationNumber(destination)}`,
    state: t(`withdrawal.state.${labelOf(state)}`),
    requested: formatReceiptTime(createdMs),
    now: formatReceiptTime(endedMs ?? nowMs),
  }
  const sentence = areHidden
    ? t('withdrawal.share.textWithout', words)
    : t('withdrawal.share.text', { ...words, amount: money(amount), fee: money(fee), arrival: money(arrival) })
  return reference === null ? sentence : `${sentence}\n${t('withdrawal.share.reference', { reference })}`
}
