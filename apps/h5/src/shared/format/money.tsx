import { classNames } from '@candor/ui'
import { useTexts } from '../i18n/index.ts'
import styles from './money.module.css'
import { formatPrice, moneyParts } from './numbers.ts'
import type { SignDisplay } from './numbers.ts'

export interface MoneyProps {
  /** An exact decimal string. */
  readonly amount: string
  readonly asset?: string
  /** `result` for changes (a sign, none at zero), `balance` for what is there. */
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
