import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

/** Draws a state as a whole screen: the page's bar above it. Null inside a screen, which has drawn the bar. */
export const PageFrame = createContext<((state: ReactNode) => ReactNode) | null>(null)

/**
 * A state of a page: in a screen of its own, or in the place of the content where the page's screen is drawn already.
 */
export function PageState({ children }: { readonly children: ReactNode }) {
  const frame = useContext(PageFrame)
  return frame === null ? children : frame(children)
}
