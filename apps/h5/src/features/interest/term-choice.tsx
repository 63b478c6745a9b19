import { useId } from 'react'
import type { InterestProductView } from '@candor/api'
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
  const name = useId()
  return (
    <div className={styles.terms} role="radiogroup" aria-label={texts.t('interest.term')}>
      {offers.map((offer) => (
        <label key={offer.durationMs} className={styles.term}>
          <input type="radio" name={name} checked={offer.id === chosen.id} onChange={() => onChosen(offer)} />
          <span className={styles.face}>
            <span className={styles.length}>{termText(texts, offer.durationMs)}</span>{' '}
            <span className={styles.rate}>{dailyRateText(texts, offer.dailyRatePpm)}</span>{' '}
            <span className={styles.yearly}>{yearlyRateText(texts, offer.dailyRatePpm)}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
