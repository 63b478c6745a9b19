// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, it } from 'vitest'
import { draw } from '../testing/draw.tsx'
import { useProgress } from './index.ts'

interface Sending {
  readonly onProgress: (sent: number) => void
  readonly signal: AbortSignal
  readonly end: (result: string) => void
}

/** A screen that sends at a press and can be left, with what it sends and the results that it had. */
async function drawScreen() {
  const sendings: Sending[] = []
  const results: (string | null)[] = []
  function Form() {
    const { percent, send } = useProgress()
    const press = async () =>
      results.push(await send((progress) => new Promise<string>((end) => sendings.push({ ...progress, end }))))
    return (
      <button type="button" onClick={() => void press()}>
        {percent === null ? 'Send' : `${percent} % sent`}
      </button>
    )
  }
  function Screen() {
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setOpen(false)}>
          Leave
        </button>
        {isOpen ? <Form /> : 'left'}
      </>
    )
  }
  const page = await draw(<Screen />)
  page.press('Send')
  const [sending] = sendings
  if (sending === undefined) throw new Error('nothing is sent')
  return { page, sending, results }
}

it('says how much is sent until there is a result', async () => {
  const { page, sending, results } = await drawScreen()
  expect(page.text()).toContain('0 % sent')
  act(() => sending.onProgress(0.426))
  expect(page.text()).toContain('43 % sent')
  await act(async () => sending.end('stored'))
  expect(page.text()).toContain('Send')
  expect(results).toEqual(['stored'])
})

it('cancels what is sent when the screen is left, and has no result then', async () => {
  const { page, sending, results } = await drawScreen()
  expect(sending.signal.aborted).toBe(false)
  page.press('Leave')
  expect(sending.signal.aborted).toBe(true)
  await act(async () => sending.end('stored'))
  expect(results).toEqual([null])
})
