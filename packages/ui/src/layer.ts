import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Marks what lies behind sheets and dialogs and turns inert with them. The sandbox banner and toasts stand outside of it. */
export const behindLayers = { 'data-behind-layers': '' } as const

let openLayers = 0

function setBehindInert(isInert: boolean): void {
  for (const element of document.querySelectorAll('[data-behind-layers]')) element.toggleAttribute('inert', isInert)
}

/**
 * Opens a `<dialog>` as a layer: what is behind turns inert, focus goes to the heading (never to the commit button),
 * Escape closes, and focus returns. `show()` and not `showModal()`: a modal dialog would make the sandbox banner and toasts inert, too.
 */
export function useLayer(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement
    openLayers += 1
    setBehindInert(true)
    element.show()
    element.querySelector<HTMLElement>('h2')?.focus()
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close.current()
    }
    element.addEventListener('keydown', closeOnEscape)
    return () => {
      element.removeEventListener('keydown', closeOnEscape)
      openLayers -= 1
      if (openLayers === 0) setBehindInert(false)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [dialog])
}
