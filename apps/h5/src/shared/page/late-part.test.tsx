// @vitest-environment happy-dom
import { Toaster } from '@candor/ui'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draw } from '../testing/draw.tsx'
import { Boundary } from './boundary.tsx'
import { lateLayer, latePart } from './late-part.tsx'

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const Throwing = () => {
  throw new Error('broken')
}

// React writes what a boundary caught to the console.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a part that loads late', () => {
  it('is drawn once it is there', async () => {
    const Part = latePart<{ readonly name: string }>(() => Promise.resolve(({ name }) => <p>{name}</p>))
    expect((await draw(<Part name="chart" />)).text()).toBe('chart')
  })

  it.each([
    ['cannot be loaded', lost],
    ['throws', () => Promise.resolve(Throwing)],
  ])('leaves the screen as it is when it %s', async (_fault, load) => {
    const Part = latePart(load)
    const view = await draw(
      <main>
        the screen
        <Part />
      </main>,
    )
    await expect.poll(() => view.text()).toBe('the screen')
  })

  it('says that a sheet is missing, and closes it, so that the next tap opens it again', async () => {
    const Sheet = lateLayer<{ readonly onClose: () => void }>(lost)
    const onClose = vi.fn<() => void>()
    const view = await draw(
      <main>
        the screen
        <Sheet onClose={onClose} />
        <Toaster />
      </main>,
    )
    await expect.poll(() => onClose).toHaveBeenCalled()
    expect(view.all('[role=alert]').map((alert) => alert.textContent)).toEqual(['Request interface failed'])
  })
})

describe('a boundary', () => {
  it('draws its fallback instead of what throws', async () => {
    const view = await draw(
      <Boundary fallback={<p>We couldn’t open this screen</p>}>
        <Throwing />
      </Boundary>,
    )
    expect(view.text()).toBe('We couldn’t open this screen')
  })
})
