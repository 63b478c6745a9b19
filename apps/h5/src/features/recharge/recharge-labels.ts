import type { RechargeView } from '@candor/api'
import { formatDateTime, formatMoney, formatReceiptTime, formatTime } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import type { RecordStep } from '../../shared/page/records/index.ts'
import { labelOf } from './recharge-state-model.ts'
import type { RechargeStep } from './recharge-state-model.ts'

/** The steps of a deposit as text. */
export function timelineSteps(texts: Texts, recharge: RechargeView, steps: readonly RechargeStep[]): RecordStep[] {
  const { t } = texts
  return steps.map(({ name, state }) => ({
    key: name,
    state,
    title: name === 'ended' ? t(`recharge.state.${labelOf(recharge.state)}`) : t(`recharge.step.${name}`),
    when: stepTime(texts, recharge, name),
    text: stepText(texts, recharge, { name, state }),
  }))
}

function stepTime(
  { locale }: Texts,
  { createdAtMs, decidedAtMs, transfer, state }: RechargeView,
  name: RechargeStep['name'],
): string | undefined {
  if (name === 'announced') return formatDateTime(locale, createdAtMs)
  if (name === 'transfer') return transfer === null ? undefined : formatDateTime(locale, transfer.seenAtMs)
  // A recharge that the chain took back was decided when it was taken back.
  if (name === 'credited')
    return decidedAtMs === null || state === 'failed' ? undefined : formatDateTime(locale, decidedAtMs)
  return name === 'ended' && decidedAtMs !== null ? formatTime(locale, decidedAtMs) : undefined
}

function stepText({ t }: Texts, { transfer }: RechargeView, { name, state }: RechargeStep): string | undefined {
  if (name === 'checked' && state === 'now') return t('recharge.step.checkedText')
  if (name !== 'transfer') return undefined
  if (transfer === null) return state === 'now' ? t('recharge.step.transferText') : undefined
  return t('recharge.confirmations', { count: transfer.confirmations, of: transfer.confirmationsNeeded })
}

/** A recharge as plain text, for handing on; without amounts where they are hidden. */
export function rechargeText({ t, locale }: Texts, recharge: RechargeView, areHidden: boolean): string {
  const { id, chain, quantity, credited, currency, state, createdAtMs, txid, transfer } = recharge
  const words = { id, chain, state: t(`recharge.state.${labelOf(state)}`), time: formatReceiptTime(createdAtMs) }
  const amount =
    credited === null ? formatMoney(locale, quantity, 'USDT') : formatMoney(locale, credited, currency, 'result')
  const sentence = areHidden ? t('recharge.share.textWithout', words) : t('recharge.share.text', { ...words, amount })
  const known = transfer?.txid ?? txid
  return known === null ? sentence : `${sentence}\n${t('recharge.share.txid', { txid: known })}`
}
