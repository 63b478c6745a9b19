import { useState } from 'react'
import { Field } from '@candor/ui'
import { CaretRightIcon } from '@candor/ui/icons/shell'
import { keepsFocus } from '../../forms/index.ts'
import { useTexts } from '../../i18n/index.ts'
import { lateLayer } from '../../page/index.ts'
import { callingCodeIn } from './calling-codes.ts'
import styles from './mobile.module.css'
import { digitsOf, startedNumber, typedNumber } from './typed-number.ts'
import type { TypedNumber } from './typed-number.ts'

/** The list and its search load with the first tap. */
const CallingCodeSheet = lateLayer(async () => (await import('./calling-code-sheet.tsx')).CallingCodeSheet)

export interface MobileFieldProps {
  readonly label: string
  /** The digits of the wire, with the calling code. Read at the start; the field keeps what is typed. */
  readonly value: string
  readonly onValue: (digits: string) => void
  readonly onBlur: () => void
  readonly error: string | null
  readonly autoComplete: 'tel' | 'username'
}

/** A mobile number: its calling code in front, chosen from a list, and the digits after it. */
export function MobileField({ value, onValue, ...field }: MobileFieldProps) {
  const { t, language } = useTexts()
  const [number, setNumber] = useState(() => startedNumber(value, callingCodeIn(ownTag(language))))
  const [isChoosing, setChoosing] = useState(false)
  const take = (next: TypedNumber) => {
    setNumber(next)
    onValue(digitsOf(next))
  }
  return (
    <>
      <Field
        {...field}
        aside={t('mobile.rule')}
        type="tel"
        inputMode="tel"
        value={number.text}
        onValue={(text) => take(typedNumber(number, text))}
        leading={
          <button
            type="button"
            className={styles.code}
            aria-label={t('mobile.chosen', { code: `+${number.code}` })}
            {...keepsFocus}
            onClick={() => setChoosing(true)}
          >
            +{number.code}
            <CaretRightIcon size={14} />
          </button>
        }
      />
      {isChoosing ? (
        <CallingCodeSheet
          current={number.code}
          onChoose={(code) => {
            setChoosing(false)
            take({ ...number, code })
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  )
}

/** The browser's tag of the app's language, which may name a region; else the language alone. */
function ownTag(language: string): string {
  return window.navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language
}
