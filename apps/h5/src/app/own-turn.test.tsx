// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw } from '../shared/testing/draw.tsx'
import { useOwnTurn } from './own-turn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Decision() {
  return <p>{useOwnTurn(true) ? 'Your identity is verified' : ''}</p>
}

it('opens a dialog by itself once no other one is open', async () => {
  const other = document.body.appendChild(document.createElement('dialog'))
  other.setAttribute('open', '')
  const view = await draw(<Decision />)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(view.text()).toBe('')
  other.remove()
  await vi.advanceTimersByTimeAsync(300)
  await expect.poll(() => view.text()).toBe('Your identity is verified')
})
