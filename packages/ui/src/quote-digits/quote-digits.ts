import { changeDelayMs, changedTail } from './changed-tail.ts'
import styles from './quote-digits.module.css'

export type FlashDirection = 'up' | 'down' | null

/** Writes one live price straight into the page, outside of React: a list of them costs almost no script. */
export interface QuoteDigits {
  /** Shows a formatted price; `direction` is the move that it made, null for none (first price, stale, closed). */
  readonly show: (text: string, direction: FlashDirection) => void
  readonly dispose: () => void
}

/** Takes over an empty element for the digits of a live price. The element should be hidden from assistive technology. */
export function attachQuoteDigits(element: HTMLElement): QuoteDigits {
  const head = document.createTextNode('')
  element.replaceChildren(head)
  element.classList.add(styles['digits'] ?? '')
  let shown = ''
  let lastShownMs = 0
  let waiting: { readonly text: string; readonly direction: FlashDirection } | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  function write(text: string, direction: FlashDirection): void {
    const isSeen = direction !== null && shown !== '' && !document.hidden && isInViewport(element)
    const { head: same, tail } = isSeen ? changedTail(shown, text) : { head: text, tail: '' }
    head.data = same
    while (head.nextSibling) head.nextSibling.remove()
    // A new element each time starts the fade anew, at full colour.
    if (tail !== '') element.append(tailElement(tail, direction))
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
      element.replaceChildren()
    },
  }
}

function tailElement(tail: string, direction: FlashDirection): HTMLElement {
  const span = document.createElement('span')
  span.className = styles['tail'] ?? ''
  span.dataset['flash'] = direction ?? ''
  // The colour lies in a second layer that only fades its opacity: no repaint while it does.
  span.dataset['tail'] = tail
  span.textContent = tail
  return span
}

const seen = new WeakMap<Element, boolean>()
let observer: IntersectionObserver | null = null

/** Whether the element is on screen. The first question starts the watch and answers yes. */
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
