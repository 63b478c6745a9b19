// @vitest-environment happy-dom
import * as react from 'react'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Boundary } from '../../shared/page/boundary.tsx'
import * as leanReact from './lean-react.ts'

/** Draws as the app does: without `act`, which would choose when effects run. */
async function draw(view: ReactNode): Promise<HTMLElement> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  root.render(view)
  await drawn()
  return place
}

/** After the next drawing and its effects. */
const drawn = () => new Promise((resolve) => setTimeout(resolve, 60))

/** After the microtasks of an event, before a browser paints. */
const beforePaint = async () => {
  for (let turn = 0; turn < 9; turn += 1) await Promise.resolve()
}

it('is what the views of this app are tested with', () => {
  expect(react.useDeferredValue).toBe(leanReact.useDeferredValue)
})

it('draws a deferred value after its first one', async () => {
  const values: string[] = []
  function View() {
    values.push(useDeferredValue('all rows', 'first rows'))
    return null
  }
  await draw(<View />)
  expect(values).toEqual(['first rows', 'all rows'])
})

it('has a field of digits show no letters, also where they leave the digits as they were', async () => {
  function Digits() {
    const [digits, setDigits] = useState('12')
    return <input value={digits} onChange={(event) => setDigits(event.currentTarget.value.replaceAll(/\D/g, ''))} />
  }
  const input = (await draw(<Digits />)).querySelector('input')
  if (input === null) throw new Error('no field')
  input.value = '12x'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await beforePaint()
  expect(input.value).toBe('12')
  input.value = '123'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await beforePaint()
  expect(input.value).toBe('123')
})

it('has a switch, a choice and a list show what the view says until it says something else', async () => {
  const change = vi.fn<() => void>()
  const place = await draw(
    <>
      <input type="checkbox" aria-label="Alerts" checked={false} onChange={change} />
      <label>
        Up
        <input type="radio" name="side" checked onChange={change} />
      </label>
      <label>
        Down
        <input type="radio" name="side" checked={false} onChange={change} />
      </label>
      <select aria-label="Order" value="a" onChange={change}>
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
    </>,
  )
  const [box, up, down] = place.querySelectorAll('input')
  const list = place.querySelector('select')
  if (list === null) throw new Error('no list')
  box?.click()
  down?.click()
  list.value = 'b'
  list.dispatchEvent(new Event('change', { bubbles: true }))
  await beforePaint()
  expect(change).toHaveBeenCalledTimes(3)
  expect([box?.checked, up?.checked, down?.checked, list.value]).toEqual([false, true, false, 'a'])
})

it('has the spelling of a field not checked where the view says so', async () => {
  const place = await draw(<input spellCheck={false} />)
  expect(place.querySelector('input')?.getAttribute('spellcheck')).toBe('false')
})

it('takes any text into a field whose limit goes', async () => {
  function Code() {
    const [hasLimit, setHasLimit] = useState(true)
    const limit = hasLimit ? { maxLength: 4 } : {}
    return (
      <>
        <button onClick={() => setHasLimit(false)}>Without a limit</button>
        <input aria-label="Code" {...limit} />
      </>
    )
  }
  const place = await draw(<Code />)
  const limit = () => place.querySelector('input')?.getAttribute('maxlength')
  expect(limit()).toBe('4')
  place.querySelector('button')?.click()
  await beforePaint()
  expect(limit()).toBeNull()
})

it('runs effects of a key before the next key', async () => {
  const listeners: string[] = []
  function Digits() {
    const [digits, setDigits] = useState('')
    useEffect(() => {
      listeners.push(digits)
    }, [digits])
    return <button aria-label="1" onKeyDown={({ key }) => setDigits(digits + key)} />
  }
  const button = (await draw(<Digits />)).querySelector('button')
  vi.stubGlobal('event', new KeyboardEvent('keydown'))
  onTestFinished(() => void vi.unstubAllGlobals())
  button?.dispatchEvent(new KeyboardEvent('keydown', { key: '1' }))
  await beforePaint()
  expect(listeners).toEqual(['', '1'])
})

it('runs the effects of what no touch has drawn as the next task, without waiting for a frame', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  onTestFinished(() => void vi.unstubAllGlobals())
  const heard = vi.fn<() => void>()
  function Sheet() {
    useEffect(() => heard(), [])
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => root.unmount())
  root.render(<Sheet />)
  expect(heard).not.toHaveBeenCalled()
  await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => setTimeout(resolve))
  expect(heard).toHaveBeenCalledOnce()
})

it('writes what a boundary caught to the console, and nothing of a part that is still loading', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => written.mockRestore())
  const broken = new Error('broken')
  function Broken(): ReactNode {
    throw broken
  }
  const Late = lazy(() => new Promise<never>(() => undefined))
  const place = await draw(
    <>
      <Boundary fallback="missing">
        <Broken />
      </Boundary>
      <Suspense fallback="loading">
        <Late />
      </Suspense>
    </>,
  )
  expect(place.textContent).toBe('missingloading')
  expect(written.mock.calls).toEqual([[broken]])
})
