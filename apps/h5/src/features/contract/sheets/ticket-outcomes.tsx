import { amount } from '@candor/money'
import { EqualsIcon } from '@candor/ui/icons/account'
import { CheckIcon } from '@candor/ui/icons/console'
import { XIcon } from '@candor/ui/icons/shell'
import { panes, useMedia, wide } from '../../../shared/device/media/index.ts'
import { useTexts } from '../../../shared/i18n/index.ts'
import { rateText } from '../odds-labels.ts'
import type { OddsProps } from '../odds-line.tsx'
import { OddsScale } from './odds-scale.tsx'
import { Outcome } from './outcomes.tsx'
import shared from './outcomes.module.css'
import styles from './ticket-outcomes.module.css'

/**
 * In a window with room for it, what a contract comes to before a direction is chosen: beside the chart the three
 * outcomes and the scale of win rates, below it the scale alone. A phone has them on the confirmation.
 */
export function TicketOutcomes({ odds }: Pick<OddsProps, 'odds'>) {
  const isBeside = useMedia(panes)
  const isWide = useMedia(wide)
  return isWide ? <OutcomesView odds={odds} isBeside={isBeside} /> : null
}

interface OutcomesViewProps extends Pick<OddsProps, 'odds'> {
  /** The ticket is beside the chart and has room for three more rows. */
  readonly isBeside: boolean
}

export function OutcomesView({ odds, isBeside }: OutcomesViewProps) {
  const texts = useTexts()
  const { t } = texts
  return (
    <div className={styles.beside} data-outcomes="">
      {isBeside ? (
        <dl className={shared.outcomes} data-look="short">
          <Outcome icon={<CheckIcon size={18} />} title={t('contractSheets.beside.right')} net={odds.winNet} />
          <Outcome
            icon={<EqualsIcon size={18} />}
            title={t('contractSheets.confirm.equal')}
            net={amount(odds.winNet.asset, 0n)}
          />
          <Outcome icon={<XIcon size={18} />} title={t('contractSheets.beside.wrong')} net={odds.loseNet} />
        </dl>
      ) : null}
      <p className={styles.breakEven}>
        {t('contractSheets.confirm.breakEven', { rate: rateText(texts, odds.breakEvenPermille) })}
      </p>
      <OddsScale permille={odds.breakEvenPermille} />
    </div>
  )
}
