import { useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { ChangeEvent, CompositionEvent } from 'react'
import { useTexts } from '../../i18n/index.ts'
import { caretIn, editedAmount, groupedAmount } from './grouped-amount.ts'

/** Characters of the longest amount as it is shown: 12 digits, their separators, and six decimals. */
export const longestAmount = 24

/**
 * The value and the handlers of an input that shows an amount with its thousands grouped. `text` is as the app reads it
 * (`1234.5`); the cursor stays where it was.
 */
export function useAmountInput(text: string, onText: (text: string) => void) {
  const { locale } = useTexts()
  const shown = groupedAmount(locale, text)
  // Full-width digits are composed first: a keyboard that composes would write a changed text twice.
  const [composed, setComposed] = useState<string | null>(null)
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
  const edit = (input: HTMLInputElement, isForward: boolean) => {
    const caret = input.selectionStart ?? input.value.length
    const next = editedAmount(locale, { before: shown, after: input.value, caret, isForward })
    edited.current = { input, before: next.before }
    draw()
    onText(next.text)
  }
  return {
    value: composed ?? shown,
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const event = nativeEvent instanceof InputEvent ? nativeEvent : null
      if (event?.isComposing === true) setComposed(currentTarget.value)
      else edit(currentTarget, event?.inputType === 'deleteContentForward')
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      setComposed(null)
      edit(currentTarget, false)
    },
  }
}
