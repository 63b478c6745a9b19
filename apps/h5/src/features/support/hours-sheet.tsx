import type { SupportHours } from '@candor/api/support'
import { dayMs } from '@candor/formulas'
import { FactList, Sheet } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './support.module.css'

const days = [1, 2, 3, 4, 5, 6, 7] as const
/** A Monday. */
const mondayMs = Date.UTC(2024, 0, 1, 12)
/** The opening hours, in customer service's time zone. */
export function HoursSheet({ hours, onClose }: { readonly hours: SupportHours; readonly onClose: () => void }) {
  const { t, locale } = useTexts()
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const facts = days.map((day) => {
    const open = hours.days.filter((one) => one.day === day)
    const spans = open.map(({ from, until }) => `${from}–${until}`).join(', ')
    return {
      name: asHeading(weekday.format(mondayMs + (day - 1) * dayMs), locale),
      value: spans === '' ? t('support.hours.none') : spans,
    }
  })
  return (
    <Sheet title={t('support.hours')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <FactList facts={facts} />
      <p className={styles.zone}>{t('support.hours.zone', { zone: hours.timeZone.replaceAll('_', ' ') })}</p>
    </Sheet>
  )
}

/** French and Spanish write days small, but not at the beginning of a line. */
const asHeading = (day: string, locale: string) => day.slice(0, 1).toLocaleUpperCase(locale) + day.slice(1)
