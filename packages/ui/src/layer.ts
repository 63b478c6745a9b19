import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { createLayerHistory } from './layer-history.ts'
import type { LayerHistory } from './layer-history.ts'

/** As long as the longest way out in the styles of sheets and dialogs. */
const leavingMs = 240

let openLayers = 0

function setBehindInert(isInert: boolean): void {
  for (const element of document.querySelectorAll('[data-behind-layers]')) element.toggleAttribute('inert', isInert)
}

let layerHistory: LayerHistory | null = null

/**
 * Opens a `<dialog>` as a layer: content behind it becomes inert, focus moves to the heading (never to the commit
 * button), Escape and the browser's back close it (`onClose` returns false when the layer must stay), and focus is
 * restored. Uses `show()`, because `showModal()` would make the sandbox banner and toasts inert, too.
 */
export function useLayer(dialog: RefObject<HTMLDialogElement | null>, onClose: () => boolean): void {
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
    layerHistory ??= createLayerHistory(window, (task) => setTimeout(task, 0))
    const leaveHistory = layerHistory.enter({ requestClose: () => close.current() })
    return () => {
      leaveHistory()
      element.removeEventListener('keydown', closeOnEscape)
      openLayers -= 1
      if (openLayers === 0) setBehindInert(false)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [dialog])

  useLayoutEffect(() => {
    const layer = dialog.current?.parentElement
    return () => {
      if (layer && !matchMedia('(prefers-reduced-motion: reduce)').matches) showLeaving(layer)
    }
  }, [dialog])
}

/** The layer is removed at once; an inert copy of it, which is not open, plays the exit animation. */
function showLeaving(layer: HTMLElement): void {
  const picture = layer.cloneNode(true)
  if (!(picture instanceof HTMLElement)) return
  picture.inert = true
  picture.ariaHidden = 'true'
  picture.dataset['leaving'] = ''
  picture.querySelector('dialog')?.removeAttribute('open')
  document.body.append(picture)
  setTimeout(() => picture.remove(), leavingMs)
}
