import { useLayoutEffect, useReducer, useRef } from 'react'
import type { ChangeEvent } from 'react'
import { useTexts } from '../i18n/index.ts'
import { caretIn, editedAmount, groupedAmount } from './grouped-amount.ts'

/** Characters of the longest amount as it is shown: 12 digits, their separators, and six decimals. */
export const longestAmount = 24

/**
 * The value and the change of an input that shows an amount with its thousands grouped. `text` is as the app reads it
 * (`1234.5`); the cursor stays where it was.
 */
export function useAmountInput(text: string, onText: (text: string) => void) {
  const { locale } = useTexts()
  const shown = groupedAmount(locale, text)
  const edited = useRef<{ readonly input: HTMLInputElement; readonly before: number } | null>(null)
  // Also a change that leaves the text as it is has to put the cursor back.
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (edited.current === null) return
    const { input, before } = edited.current
    edited.current = null
    const at = caretIn(locale, input.value, before)
    input.setSelectionRange(at, at)
  })
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const next = editedAmount(locale, {
      before: shown,
      after: input.value,
      caret: input.selectionStart ?? input.value.length,
      isForward: event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType === 'deleteContentForward',
    })
    edited.current = { input, before: next.before }
    draw()
    onText(next.text)
  }
  return { value: shown, onChange }
}
