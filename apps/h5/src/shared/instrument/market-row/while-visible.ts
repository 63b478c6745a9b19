type Start = () => () => void

interface Watched {
  readonly start: Start
  stop: (() => void) | null
}

const watched = new Map<Element, Watched>()
let observer: IntersectionObserver | null = null

/**
 * Runs `start` while the element is in or near the viewport, and its stop function when it leaves. The browser reports
 * positions only after drawing: elements known to be visible start at once.
 */
export function whileVisible(element: Element, start: Start, isOnScreen: boolean): () => void {
  observer ??= new IntersectionObserver(follow, { rootMargin: '200px 0px' })
  watched.set(element, { start, stop: isOnScreen ? start() : null })
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    watched.get(element)?.stop?.()
    watched.delete(element)
  }
}

function follow(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const own = watched.get(target)
    if (own === undefined || isIntersecting === (own.stop !== null)) continue
    if (isIntersecting) own.stop = own.start()
    else {
      own.stop?.()
      own.stop = null
    }
  }
}
