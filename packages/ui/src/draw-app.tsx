import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Draws an app in the `#root` of its page. */
export function drawApp(app: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(<StrictMode>{app}</StrictMode>)
}
