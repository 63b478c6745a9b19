import { formatUnits, parseUnits } from '@candor/money'
import { formatCount, formatSpan } from '@candor/ui/format'
import type { Texts } from '../../shared/i18n/index.ts'
import type { OddsSpan } from './odds-model.ts'

/** A band of stakes: "10 to 50", "up to 10", "1,000 and more". */
export function bandText(
  { t, locale }: Texts,
  { stakeFrom, stakeTo }: Pick<OddsSpan['byStake'][number], 'stakeFrom' | 'stakeTo'>,
): string {
  const whole = (amount: string) => formatCount(locale, Number(formatUnits(parseUnits(amount) ?? 0n)))
  if (stakeTo === null) return t('odds.group.above', { from: whole(stakeFrom) })
  return Number(stakeFrom) === 0
    ? t('odds.group.upTo', { to: whole(stakeTo) })
    : t('odds.group.band', { from: whole(stakeFrom), to: whole(stakeTo) })
}

/** A duration: "30 seconds". */
export function durationLabel({ locale }: Texts, durationMs: number): string {
  return formatSpan(locale, durationMs)
}
