// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { currentToasts, dismissToast, showToast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

async function drawToaster(): Promise<HTMLElement> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    for (const { id } of currentToasts()) dismissToast(id)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(<Toaster />))
  return place
}

it('says on a second line what happened', async () => {
  const place = await drawToaster()
  act(() => showToast('done', 'Order placed successfully', 'Bought: BTC up, 100 USDT'))
  expect(place.querySelector('[role=status]')?.textContent).toBe('Order placed successfullyBought: BTC up, 100 USDT')
  expect(place.querySelector('[role=status] span span')?.textContent).toBe('Bought: BTC up, 100 USDT')
})

it.each([
  ['a pointer', 'pointerover', 'pointerout'],
  ['the focus', 'focusin', 'focusout'],
])('goes after five seconds, but not while %s rests on it', async (_, enter, leave) => {
  const place = await drawToaster()
  act(() => showToast('done', 'Added successfully'))
  const toast = place.querySelector('[tabindex="0"]')
  act(() => void toast?.dispatchEvent(new Event(enter, { bubbles: true })))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(place.textContent).toContain('Added successfully')
  act(() => void toast?.dispatchEvent(new Event(leave, { bubbles: true })))
  act(() => void vi.advanceTimersByTime(5_000))
  expect(place.textContent).toBe('')
})
