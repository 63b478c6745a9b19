// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { drawInto } from './testing/draw-into.tsx'
import { currentToasts, dismissToast, showToast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

function drawToaster(): Promise<HTMLElement> {
  return drawInto(<Toaster />, () => {
    for (const { id } of currentToasts()) dismissToast(id)
    vi.useRealTimers()
  })
}

it('says on a second line what happened', async () => {
  const place = await drawToaster()
  act(() => showToast('done', 'Order placed successfully', 'Bought: BTC up, 100 USDT'))
  expect(place.querySelector('[role=status]')?.textContent).toBe('Order placed successfullyBought: BTC up, 100 USDT')
  expect(place.querySelector('[role=status] span span')?.textContent).toBe('Bought: BTC up, 100 USDT')
})

it.each([
  ['a pointer', ['pointerover', 'pointerenter'], ['pointerout', 'pointerleave']],
  ['the focus', ['focusin'], ['focusout']],
])('goes after five seconds, but not while %s rests on it', async (_, enter, leave) => {
  const place = await drawToaster()
  act(() => showToast('done', 'Added successfully'))
  const toast = place.querySelector('[tabindex="0"]')
  // As browsers send them: React listens to the one, Preact to the other.
  const send = (names: readonly string[]) =>
    act(() => names.forEach((name) => toast?.dispatchEvent(new Event(name, { bubbles: !/enter|leave/.test(name) }))))
  send(enter)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(place.textContent).toContain('Added successfully')
  send(leave)
  act(() => void vi.advanceTimersByTime(5_000))
  expect(place.textContent).toBe('')
})
