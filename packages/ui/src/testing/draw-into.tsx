import { act } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

/** Draws a view into the document until the test is over; `tidy` takes down the rest. */
export async function drawInto(view: ReactNode, tidy: () => void): Promise<HTMLElement> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    tidy()
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(view))
  return place
}
