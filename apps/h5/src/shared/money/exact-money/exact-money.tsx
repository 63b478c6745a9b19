import { useState } from 'react'
import { classNames, VisuallyHidden } from '@candor/ui'
import { decimalsOf, formatPrice, useTexts } from '../../i18n/index.ts'
import { OwnMoney, useAreAmountsHidden } from '../index.ts'
import type { MoneyProps } from '../index.ts'
import moneyStyles from '../money.module.css'
import styles from './exact-money.module.css'

/**
 * The customer's money with two decimals, like `OwnMoney`. Where digits are cut it is a button that shows all of them,
 * and two again. Not for rows that are links: their screens show the exact amount.
 */
export function ExactMoney(props: MoneyProps) {
  const { t, locale } = useTexts()
  const [isExact, setExact] = useState(false)
  const areHidden = useAreAmountsHidden()
  const { amount, asset, sign, size = 'inline' } = props
  if (areHidden || !isCut(amount, sign)) return <OwnMoney {...props} />
  const plus = sign === 'result' && !amount.startsWith('-') ? '+' : ''
  return (
    <button
      type="button"
      className={classNames(styles.exact, isExact && styles.whole)}
      aria-pressed={isExact}
      onClick={() => setExact(!isExact)}
    >
      {isExact ? (
        <span className={classNames(moneyStyles.money, moneyStyles[size])}>
          {`${plus}${formatPrice(locale, amount, decimalsOf(amount))}`}
          {asset === undefined ? null : <span className={moneyStyles.asset}>{`\u202F${asset}`}</span>}
        </span>
      ) : (
        <OwnMoney {...props} />
      )}
      <VisuallyHidden>{`, ${t('exact-money.all')}`}</VisuallyHidden>
    </button>
  )
}

/** Whether two decimals leave digits out; results below one cent have all of theirs. */
function isCut(amount: string, sign: MoneyProps['sign']): boolean {
  return /\.\d\d0*[1-9]/.test(amount) && !(sign === 'result' && /^-?0\.00/.test(amount))
}
