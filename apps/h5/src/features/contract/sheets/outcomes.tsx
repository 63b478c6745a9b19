import type { OddsPreview } from '@candor/formulas'
import { add, amount, formatAmount } from '@candor/money'
import type { Amount } from '@candor/money'
import { ArrowDownIcon, ArrowUpIcon, EqualsIcon } from '@candor/ui/icons/account'
import type { ReactNode } from 'react'
import { formatMoney, useTexts } from '../../../shared/i18n/index.ts'
import { Money } from '../../../shared/money/index.ts'
import styles from './outcomes.module.css'

export interface OutcomesProps {
  readonly direction: 'up' | 'down'
  readonly odds: OddsPreview
  readonly stake: Amount
}

/** The three ways it can end, as three equal rows: above, equal, below. */
export function Outcomes({ direction, odds, stake }: OutcomesProps) {
  const { t, locale } = useTexts()
  const won = t('contractSheets.confirm.get', {
    amount: formatMoney(locale, formatAmount(add(stake, odds.profit))),
  })
  const lost = t('contractSheets.confirm.lose')
  const isUp = direction === 'up'
  return (
    <dl className={styles.outcomes}>
      <Outcome
        icon={<ArrowUpIcon size={18} />}
        title={t('contractSheets.confirm.above')}
        detail={isUp ? won : lost}
        net={isUp ? odds.winNet : odds.loseNet}
      />
      <Outcome
        icon={<EqualsIcon size={18} />}
        title={t('contractSheets.confirm.equal')}
        detail={t('contractSheets.confirm.refund')}
        net={amount(stake.asset, 0n)}
      />
      <Outcome
        icon={<ArrowDownIcon size={18} />}
        title={t('contractSheets.confirm.below')}
        detail={isUp ? lost : won}
        net={isUp ? odds.loseNet : odds.winNet}
      />
    </dl>
  )
}

interface OutcomeProps {
  readonly icon: ReactNode
  readonly title: string
  readonly detail?: string
  readonly net: Amount
}

/** One way it can end, as a row of a list. */
export function Outcome({ icon, title, detail, net }: OutcomeProps) {
  return (
    <div>
      <dt>
        {icon}
        <span>
          {title}
          {detail === undefined ? null : <small>{detail}</small>}
        </span>
      </dt>
      <dd>
        <Money amount={formatAmount(net)} sign="result" />
      </dd>
    </div>
  )
}
