import type { TermView } from '@candor/api'
import { decimalsOf, formatPrice, formatReceiptTime, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { dailyRateText, termMoment, termText } from '../../shared/money/interest-terms/index.ts'
import { useAreAmountsHidden, useOwnMoney } from '../../shared/money/index.ts'
import type { RecordStep, SharingContext } from '../../shared/page/records/index.ts'

/**
 * Writes interest with all its decimals, which may begin behind the cents, and a plus; dots while amounts are hidden.
 */
export function useOwnInterest(): (amount: string, asset: string) => string {
  const { locale } = useTexts()
  const ownMoney = useOwnMoney()
  const areHidden = useAreAmountsHidden()
  return (amount, asset) => {
    if (areHidden || Number(amount) === 0) return ownMoney(amount, asset)
    return `+${exactMoney(locale, amount, asset)}`
  }
}

function exactMoney(locale: string, amount: string, asset: string): string {
  return `${formatPrice(locale, amount, Math.max(2, decimalsOf(amount)))}\u00A0${asset}`
}

/** An interest order as plain text, for handing on: exact, and without amounts where they are hidden. */
export function interestText(texts: Texts, term: TermView, { areHidden, nowMs }: SharingContext): string {
  const { t, locale } = texts
  const { id, amount, asset, dailyRatePpm, durationMs, state, isRedeemed, interest, paid, startMs, endedMs } = term
  const words = {
    id,
    rate: dailyRateText(texts, dailyRatePpm),
    term: termText(texts, durationMs),
    state: t(isRedeemed ? 'interest.state.redeemed' : `interest.state.${state}`),
    now: formatReceiptTime(endedMs ?? nowMs),
    started: formatReceiptTime(startMs),
  }
  if (areHidden) return t('interest.share.textWithout', words)
  const money = (units: string) => exactMoney(locale, units, asset)
  return t('interest.share.text', { ...words, amount: money(amount), interest: money(paid ?? interest) })
}

/** The steps of an order: invested, earning, and paid back at its expiry or earlier. */
export function termSteps(texts: Texts, term: TermView, nowMs: number): RecordStep[] {
  const { t } = texts
  const { durationMs, startMs, expiresMs, endedMs, state, isRedeemed } = term
  const hasEnded = state === 'expired'
  const isDue = !hasEnded && nowMs >= expiresMs
  const moment = (atMs: number) => termMoment(texts, atMs, { durationMs, nowMs })
  const step = (key: string, drawn: 'done' | 'now' | 'next' | 'ended', title: string) => ({
    key,
    state: drawn,
    title,
  })
  return [
    { ...step('invested', 'done', t('interest.step.invested')), when: moment(startMs) },
    step('earning', isRedeemed ? 'ended' : hasEnded || isDue ? 'done' : 'now', t('interest.step.earning')),
    {
      ...step(
        'paid',
        hasEnded ? 'done' : isDue ? 'now' : 'next',
        t(isRedeemed ? 'interest.state.redeemed' : 'interest.step.paid'),
      ),
      when: moment(endedMs ?? expiresMs),
    },
  ]
}
