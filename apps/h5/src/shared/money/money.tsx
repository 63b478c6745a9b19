import { classNames, VisuallyHidden } from '@candor/ui'
import { formatMoney, formatPrice, moneyParts } from '@candor/ui/format'
import type { SignDisplay } from '@candor/ui/format'
import { useTexts } from '../i18n/index.ts'
import { useAreAmountsHidden } from './hidden-amounts.ts'
import styles from './money.module.css'

export interface MoneyProps {
  /** An exact decimal string. */
  readonly amount: string
  readonly asset?: string
  /** `result` for changes (a sign, none at zero), `balance` for amounts. */
  readonly sign?: SignDisplay
  readonly size?: 'inline' | 'medium' | 'hero'
}

/** Money: ink whatever its sign, decimals and currency dimmed. For sentences use `formatMoney`. */
export function Money({ amount, asset, sign = 'balance', size = 'inline' }: MoneyProps) {
  const { locale } = useTexts()
  const parts = moneyParts(locale, amount, sign)
  return (
    <span className={classNames(styles.money, styles[size])}>
      {parts.whole}
      <span className={styles.decimals}>{parts.decimals}</span>
      {asset === undefined ? null : <span className={styles.asset}>{`\u202F${asset}`}</span>}
    </span>
  )
}

/** Replaces a hidden amount: equally wide for 1 and for 1,000,000. */
const hiddenDigits = '••••'

/** The customer's money (balances, stakes, results): like `Money`, masked while amounts are hidden. */
export function OwnMoney(props: MoneyProps) {
  const { t } = useTexts()
  if (!useAreAmountsHidden()) return <Money {...props} />
  const { asset, size = 'inline' } = props
  return (
    <span className={classNames(styles.money, styles[size])}>
      <span aria-hidden="true">{hiddenDigits}</span>
      <VisuallyHidden>{t('shared.amounts.hidden')}</VisuallyHidden>
      {asset === undefined ? null : <span className={styles.asset}>{`\u202F${asset}`}</span>}
    </span>
  )
}

/** Writes money of the customer into a sentence, as `formatMoney` does, or dots while amounts are hidden. */
export function useOwnMoney(): (amount: string, asset?: string, sign?: SignDisplay) => string {
  const { locale } = useTexts()
  const areHidden = useAreAmountsHidden()
  return (amount, asset, sign) => {
    if (!areHidden) return formatMoney(locale, amount, asset, sign)
    return asset === undefined ? hiddenDigits : `${hiddenDigits}\u00A0${asset}`
  }
}

export interface PriceProps {
  readonly price: string
  /** The instrument's official decimals; by default those of the text. */
  readonly decimals?: number
}

/** A price that does not move (orders, receipts). Its decimals are never dimmed: they are the part that moves. */
export function Price({ price, decimals }: PriceProps) {
  const { locale } = useTexts()
  return <span className={styles.price}>{formatPrice(locale, price, decimals)}</span>
}
