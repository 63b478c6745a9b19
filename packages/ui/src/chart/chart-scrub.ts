import type { ChartCandle } from './chart-candle.ts'

export interface ScrubPort {
  readonly candleAtX: (xPx: number) => ChartCandle | null
  readonly mark: (candle: ChartCandle | null) => void
}

/** One finger across the chart names the candle under it; a second finger leaves zooming to the chart. */
export function scrubByTouch(element: HTMLElement, { candleAtX, mark }: ScrubPort): () => void {
  const fingers = new Set<number>()
  const follow = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return
    if (fingers.size === 1 && fingers.has(event.pointerId)) mark(candleAtX(event.clientX - element.getBoundingClientRect().left))
  }
  const press = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return
    fingers.add(event.pointerId)
    if (fingers.size === 1) follow(event)
    else mark(null)
  }
  const lift = (event: PointerEvent) => {
    if (fingers.delete(event.pointerId)) mark(null)
  }
  const listeners = [
    ['pointerdown', press],
    ['pointermove', follow],
    ['pointerup', lift],
    ['pointercancel', lift],
  ] as const
  for (const [name, listener] of listeners) element.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of listeners) element.removeEventListener(name, listener)
  }
}
