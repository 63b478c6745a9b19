import { RadioList, Sheet } from '@candor/ui'
import { formatMonth, useTexts } from '../../i18n/index.ts'
import { realtime } from '../../api/realtime/index.ts'
import { monthsUpTo, startOf } from './months.ts'

const offeredMonths = 12

export interface PeriodSheetProps {
  readonly month: string | null
  readonly onMonth: (month: string | null) => void
  readonly onClose: () => void
}

/** Chooses the month that a statement is of. */
export function PeriodSheet({ month, onMonth, onClose }: PeriodSheetProps) {
  const { t, locale } = useTexts()
  const months = monthsUpTo(realtime.clock.nowMs(), offeredMonths)
  return (
    <Sheet title={t('period.title')} closeLabel={t('shared.action.close')} onClose={onClose}>
      <RadioList
        label={t('period.title')}
        options={[
          { value: 'any', title: t('period.any') },
          ...months.map((value) => ({ value, title: formatMonth(locale, startOf(value)) })),
        ]}
        value={month ?? 'any'}
        onValue={(value) => onMonth(value === 'any' ? null : value)}
      />
    </Sheet>
  )
}
