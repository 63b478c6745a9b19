import { beforeEach, expect, it, vi } from 'vitest'
import { currentToasts, dismissOldToasts, dismissToast, showToast, subscribeToasts } from './toast-store.ts'

beforeEach(() => {
  for (const toast of currentToasts()) dismissToast(toast.id)
})

it('shows a message until it is dismissed, and tells of both', () => {
  const listener = vi.fn<() => void>()
  const stop = subscribeToasts(listener)
  showToast('done', 'Login successful')
  const [toast] = currentToasts()
  expect(toast).toMatchObject({ kind: 'done', text: 'Login successful' })
  dismissToast(toast?.id ?? -1)
  expect(currentToasts()).toEqual([])
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
})

it('says the same sentence once while it stands', () => {
  showToast('refused', 'Request interface failed')
  showToast('refused', 'Request interface failed')
  expect(currentToasts()).toHaveLength(1)
})

it('keeps the newest alone', () => {
  for (const text of ['1', '2']) showToast('done', text)
  expect(currentToasts().map((toast) => toast.text)).toEqual(['2'])
})

it('takes along to the next screen what was said just before, and nothing older', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  showToast('done', 'Registration successful')
  now.mockReturnValue(10_999)
  dismissOldToasts()
  expect(currentToasts()).toHaveLength(1)
  now.mockReturnValue(11_000)
  dismissOldToasts()
  expect(currentToasts()).toEqual([])
  now.mockRestore()
})
