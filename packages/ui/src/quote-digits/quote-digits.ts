import { changeDelayMs, changedTail } from './changed-tail.ts'
import { flashLayerOf } from './flash-layer.ts'
import type { FlashDirection } from './flash-layer.ts'
import styles from './quote-digits.module.css'

/** Writes one live price straight into the page, outside of React: a list of them costs almost no script. */
export interface QuoteDigits {
  /** Shows a formatted price; `direction` is its move, null for none (first price, stale, closed). */
  readonly show: (text: string, direction: FlashDirection) => void
  readonly dispose: () => void
}

/**
 * Takes over an empty element for the digits of a live price. Hide the element from assistive technology. `host` is a
 * positioned ancestor whose prices change and flash together; without one, each price flashes by itself.
 */
export function attachQuoteDigits(element: HTMLElement, host: HTMLElement = element): QuoteDigits {
  const content = document.createTextNode('')
  const place = { element, content }
  element.replaceChildren(content)
  element.classList.add(styles['digits'] ?? '')
  const layer = flashLayerOf(host)
  let shown = ''
  let lastShownMs = 0
  let waiting: { readonly text: string; readonly direction: FlashDirection } | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  function write(text: string, direction: FlashDirection): void {
    if (shown === '') content.data = text
    else {
      const isSeen = direction !== null && !document.hidden && isInViewport(element)
      layer.write(place, { text, tail: isSeen ? changedTail(shown, text).tail : '', direction })
    }
    shown = text
    lastShownMs = Date.now()
  }

  return {
    show(text, direction) {
      if (text === shown && waiting === null) return
      const delayMs = changeDelayMs(lastShownMs, Date.now())
      if (delayMs === 0 && waiting === null) return write(text, direction)
      waiting = { text, direction }
      timer ??= setTimeout(() => {
        timer = null
        const next = waiting
        waiting = null
        if (next !== null && next.text !== shown) write(next.text, next.direction)
      }, delayMs)
    },
    dispose() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      waiting = null
      layer.forget(place)
      element.replaceChildren()
    },
  }
}

const seen = new WeakMap<Element, boolean>()
let observer: IntersectionObserver | null = null

/** Whether the element is on screen. The first call starts observing and returns true. */
function isInViewport(element: Element): boolean {
  observer ??= new IntersectionObserver((entries) => {
    for (const entry of entries) seen.set(entry.target, entry.isIntersecting)
  })
  if (!seen.has(element)) {
    seen.set(element, true)
    observer.observe(element)
  }
  return seen.get(element) ?? true
}
