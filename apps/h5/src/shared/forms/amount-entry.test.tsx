// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { draw } from '../testing/draw.tsx'
import { AmountEntry } from './amount-entry.tsx'

function Entry() {
  const [text, setText] = useState('')
  return (
    <>
      <AmountEntry label="Amount" text={text} asset="USDT" onText={setText} note="" error={null} />
      <output>{text}</output>
    </>
  )
}

/** A field, what the app reads in it, and what a keyboard does to it. */
async function field() {
  const view = await draw(<Entry />)
  const [input] = view.all('input')
  if (!(input instanceof HTMLInputElement)) throw new Error('no field')
  const write = (text: string, event: Event) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.setSelectionRange(text.length, text.length)
      input.dispatchEvent(event)
    })
  return { input, write, read: () => view.all('output')[0]?.textContent }
}

it('shows an amount with its thousands grouped, and reads it without', async () => {
  const { input, write, read } = await field()
  write('1234', new InputEvent('input', { bubbles: true }))
  expect([input.value, read()]).toEqual(['1,234', '1234'])
  write('1,234x', new InputEvent('input', { bubbles: true }))
  expect([input.value, read()]).toEqual(['1234x', '1234x'])
})

it('leaves digits alone while they are composed, and reads them then', async () => {
  const { input, write, read } = await field()
  write('１２３４', new InputEvent('input', { bubbles: true, isComposing: true }))
  expect([input.value, read()]).toEqual(['１２３４', ''])
  write('１２３４', new CompositionEvent('compositionend', { bubbles: true }))
  expect([input.value, read()]).toEqual(['1,234', '1234'])
})
