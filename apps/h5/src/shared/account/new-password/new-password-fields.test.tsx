// @vitest-environment happy-dom
import { act, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

type Texts = Readonly<Record<'loginPassword' | 'loginPassword2', string>>

/** The fields as a form holds them. */
function Fields() {
  const [texts, setTexts] = useState<Texts>({ loginPassword: '', loginPassword2: '' })
  return (
    <NewPasswordFields
      bind={(field) => ({
        value: texts[field],
        onValue: (text) => setTexts({ ...texts, [field]: text }),
        onBlur: () => undefined,
        error: null,
      })}
      label="Password"
      length={{ minLength: 6, maxLength: 64 }}
      names={[]}
    />
  )
}

/** Presses Enter in the first field, and returns whether that submits the form. */
function pressEnter([field]: readonly HTMLElement[]): boolean {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  act(() => void field?.dispatchEvent(event))
  return !event.defaultPrevented
}

describe('Enter after a new password', () => {
  it('goes on to the repetition that is not typed yet', async () => {
    const view = await draw(<Fields />)
    view.type('Password', 'secret-1')
    const inputs = view.all('input')
    expect(pressEnter(inputs)).toBe(false)
    expect(document.activeElement).toBe(inputs[1])
  })

  it('submits the form once both are typed, or while none is', async () => {
    const view = await draw(<Fields />)
    expect(pressEnter(view.all('input'))).toBe(true)
    view.type('Password', 'secret-1')
    view.type('Repeat password', 'secret-1')
    expect(pressEnter(view.all('input'))).toBe(true)
  })
})
