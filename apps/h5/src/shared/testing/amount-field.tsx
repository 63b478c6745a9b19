import { act, useState } from 'react'
import type { ReactNode } from 'react'
import { draw } from './draw.tsx'

interface FieldProps {
  readonly text: string
  readonly onText: (text: string) => void
}

/**
 * Draws a field of an amount, with what the app reads in it. `write` does to the field what a keyboard does; `|` is the
 * caret, which is at the end otherwise.
 */
export async function drawAmountField(renderField: (props: FieldProps) => ReactNode, firstText = '') {
  function Field() {
    const [text, setText] = useState(firstText)
    return (
      <>
        {renderField({ text, onText: setText })}
        <output>{text}</output>
      </>
    )
  }
  const view = await draw(<Field />)
  const [input] = view.all('input')
  if (!(input instanceof HTMLInputElement)) throw new Error('no field')
  const write = (marked: string, event: Event) =>
    act(() => {
      const text = marked.replace('|', '')
      const caret = marked.includes('|') ? marked.indexOf('|') : text.length
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.setSelectionRange(caret, caret)
      input.dispatchEvent(event)
    })
  return { input, write, read: () => view.all('output')[0]?.textContent }
}
