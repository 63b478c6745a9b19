import { useState } from 'react'
import { Button } from '@candor/ui'
import { CalendarBlankIcon } from '@candor/ui/icons/statement'
import { formatMonth, useTexts } from '../../i18n/index.ts'
import { startOf } from './months.ts'
import { PeriodSheet } from './period-sheet.tsx'

export interface PeriodButtonProps {
  /** Null for any period. */
  readonly month: string | null
  readonly onMonth: (month: string | null) => void
}

/** The month that a list is of, which a tap changes. */
export function PeriodButton({ month, onMonth }: PeriodButtonProps) {
  const { t, locale } = useTexts()
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <Button tone="quiet" size="medium" icon={<CalendarBlankIcon size={18} />} onClick={() => setChoosing(true)}>
        {month === null ? t('period.any') : formatMonth(locale, startOf(month))}
      </Button>
      {isChoosing ? (
        <PeriodSheet
          month={month}
          onMonth={(chosen) => {
            setChoosing(false)
            onMonth(chosen)
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  )
}
