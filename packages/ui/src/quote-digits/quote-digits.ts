import { changeDelayMs, changedTail } from './changed-tail.ts'
import styles from './quote-digits.module.css'

export type FlashDirection = 'up' | 'down' | null

/** Writes one live price straight into the page, outside of React: a list of them costs almost no script. */
export interface QuoteDigits {
  /** Shows a formatted price; `direction` is the move that it made, null for none (first price, stale, closed). */
  readonly show: (text: string, direction: FlashDirection) => void
  readonly dispose: () => void
}

/**
 * The fade is over after a tenth of the animation; the rest is nothing to see, and the next change starts it anew. Near the end of an
 * animation the browser draws main frames to catch it, so a price that moves twice a second should never reach one.
 */
const fade: Keyframe[] = [
  { opacity: 1, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
  { opacity: 0, offset: 0.1 },
  { opacity: 0, offset: 1 },
]
const mark: Keyframe[] = [
  { opacity: 1, offset: 0 },
  { opacity: 1, offset: 0.1, easing: 'step-start' },
  { opacity: 0, offset: 1 },
]
const flashMs = 600

/** Takes over an empty element for the digits of a live price. The element should be hidden from assistive technology. */
export function attachQuoteDigits(element: HTMLElement): QuoteDigits {
  const head = document.createTextNode('')
  const tail = changedDigits()
  element.replaceChildren(head, tail.element)
  element.classList.add(styles['digits'] ?? '')
  let shown = ''
  let lastShownMs = 0
  let waiting: { readonly text: string; readonly direction: FlashDirection } | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  function write(text: string, direction: FlashDirection): void {
    const isSeen = direction !== null && shown !== '' && !document.hidden && isInViewport(element)
    const parts = isSeen ? changedTail(shown, text) : { head: text, tail: '' }
    if (head.data !== parts.head) head.data = parts.head
    tail.show(parts.tail, direction)
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

/** The digits that changed. Their colour lies in a second layer that only fades its opacity: no repaint while it does. */
function changedDigits(): { readonly element: HTMLElement; readonly show: (text: string, direction: FlashDirection) => void } {
  const element = document.createElement('span')
  const content = document.createTextNode('')
  element.append(content)
  element.className = styles['tail'] ?? ''
  let animation: Animation | null = null
  return {
    element,
    show(text, direction) {
      if (content.data !== text) content.data = text
      if (text === '') {
        animation?.cancel()
        return
      }
      element.dataset['flash'] = direction ?? ''
      element.dataset['tail'] = text
      // Played by script, because an animation of the style sheet tells its beginning to every listener of the page.
      if (animation === null) animation = element.animate(keyframes(), { duration: 10 * flashMs, pseudoElement: '::after' })
      else {
        animation.currentTime = 0
        animation.play()
      }
    },
  }
}

function keyframes(): Keyframe[] {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? mark : fade
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
