import { decimalsOf, formatPrice, useTexts } from '../../shared/i18n/index.ts'
import { useAreAmountsHidden, useOwnMoney } from '../../shared/money/index.ts'

/**
 * Writes interest with all its decimals, which may begin behind the cents, and a plus; dots while amounts are hidden.
 */
export function useOwnInterest(): (amount: string, asset: string) => string {
  const { locale } = useTexts()
  const ownMoney = useOwnMoney()
  const areHidden = useAreAmountsHidden()
  return (amount, asset) => {
    if (areHidden || Number(amount) === 0) return ownMoney(amount, asset)
    return `+${formatPrice(locale, amount, Math.max(2, decimalsOf(amount)))}\u00A0${asset}`
  }
}
