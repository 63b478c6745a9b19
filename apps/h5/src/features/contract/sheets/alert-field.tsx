import { useId, useState } from 'react'
import { formatDecimal } from '@candor/money'
import { MinusIcon, PlusIcon } from '@candor/ui/icons/ticket'
import { ChipRadios } from '../../../shared/forms/chip-radios/index.ts'
import { formatPercent, formatPrice, useTexts } from '../../../shared/i18n/index.ts'
import { alertDirection, distancePercent, firstShift, shiftedTicks, steppedTicks } from './alert-model.ts'
import stepper from '../stepper.module.css'
import styles from './alert-sheet.module.css'

export interface AlertFieldProps {
  readonly text: string
  /** The ticks of the text; null while it is no price. */
  readonly ticks: bigint | null
  readonly currentTicks: bigint | null
  readonly decimals: number
  readonly onText: (text: string) => void
}

/** Thousandths of the current price. */
const shifts = [-10, -5, 5, 10] as const

/** The price of an alert: less, a number that can be typed, more; and prices at a distance from the current one. */
export function AlertField({ text, ticks, currentTicks, decimals, onText }: AlertFieldProps) {
  const { t, locale } = useTexts()
  const id = useId()
  const [isTyping, setIsTyping] = useState(false)
  // The price moves on, the choice stays: it says where the text came from.
  const [shift, setShift] = useState(text === '' ? null : firstShift)
  const change = (changed: string, by: number | null) => {
    setShift(by)
    onText(changed)
  }
  const direction = ticks === null || currentTicks === null ? null : alertDirection(ticks, currentTicks)
  const step = (to: 'less' | 'more') => {
    const from = ticks ?? currentTicks
    if (from !== null) change(formatDecimal(steppedTicks(from, to), decimals), null)
  }
  return (
    <div>
      <div className={styles.labels}>
        <label htmlFor={id}>{t('contractSheets.alert.reaches')}</label>
        {ticks === null || currentTicks === null || direction === null ? null : (
          <span>
            {t(`contractSheets.alert.distance.${direction}`, {
              percent: formatPercent(locale, distancePercent(ticks, currentTicks), { decimals: 2 }),
            })}
          </span>
        )}
      </div>
      <div className={stepper.stepper} data-invalid={text !== '' && ticks === null}>
        <button type="button" aria-label={t('contractSheets.alert.lower')} onClick={() => step('less')}>
          <MinusIcon size={20} />
        </button>
        <input
          id={id}
          className={styles.price}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={text !== '' && ticks === null}
          value={isTyping || ticks === null ? text : formatPrice(locale, formatDecimal(ticks, decimals))}
          onFocus={() => setIsTyping(true)}
          onBlur={() => setIsTyping(false)}
          onChange={(event) => change(event.currentTarget.value, null)}
        />
        <button type="button" aria-label={t('contractSheets.alert.higher')} onClick={() => step('more')}>
          <PlusIcon size={20} />
        </button>
      </div>
      <div className={styles.shifts}>
        <ChipRadios
          label={t('contractSheets.alert.shifts')}
          options={shifts.map((one) => ({
            value: String(one),
            label: formatPercent(locale, String(one / 10), { decimals: one % 10 === 0 ? 0 : 1, sign: 'result' }),
          }))}
          value={shift === null ? null : String(shift)}
          onValue={(chosen) => {
            const by = Number(chosen)
            if (currentTicks !== null) change(formatDecimal(shiftedTicks(currentTicks, by), decimals), by)
          }}
          look="filled"
        />
      </div>
    </div>
  )
}
