import { useTexts } from '../../i18n/index.ts'
import styles from './interest-terms.module.css'
import { dailyRateText, yearlyRateText } from './term-labels.ts'

/** The rate in a list of facts: that of a day, and under it that of a year. */
export function RateValue({ dailyRatePpm }: { readonly dailyRatePpm: number }) {
  const texts = useTexts()
  return (
    <>
      {dailyRateText(texts, dailyRatePpm)} <span className={styles.yearly}>{yearlyRateText(texts, dailyRatePpm)}</span>
    </>
  )
}
