import type { InterestProductView } from '@candor/api'
import { RadioGroup } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import { dailyRateText, termText, yearlyRateText } from '../../shared/money/interest-terms/index.ts'
import styles from './term-choice.module.css'

export interface TermChoiceProps {
  readonly offers: readonly InterestProductView[]
  readonly chosen: InterestProductView
  readonly onChosen: (offer: InterestProductView) => void
}

/** How long, each with its rate of a day and of a year: real radio inputs, so that arrow keys work. */
export function TermChoice({ offers, chosen, onChosen }: TermChoiceProps) {
  const texts = useTexts()
  return (
    <RadioGroup
      className={styles.terms}
      optionClassName={styles.term}
      label={texts.t('interest.term')}
      options={offers.map((offer) => ({ value: offer.id, offer }))}
      value={chosen.id}
      onValue={(id) => {
        const offer = offers.find((one) => one.id === id)
        if (offer !== undefined) onChosen(offer)
      }}
    >
      {({ offer }) => (
        <span className={styles.face}>
          <span className={styles.length}>{termText(texts, offer.durationMs)}</span>{' '}
          <span className={styles.rate}>{dailyRateText(texts, offer.dailyRatePpm)}</span>{' '}
          <span className={styles.yearly}>{yearlyRateText(texts, offer.dailyRatePpm)}</span>
        </span>
      )}
    </RadioGroup>
  )
}
