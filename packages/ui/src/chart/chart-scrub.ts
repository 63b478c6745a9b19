import type { ChartCandle } from './chart-candle.ts'

export interface ScrubPort {
  readonly candleAtX: (xPx: number) => ChartCandle | null
  readonly mark: (candle: ChartCandle | null) => void
  /** Moves the chart by so many pixels; two fingers do it, and the chart's own pinch zooms. */
  readonly move: (byPx: number) => void
}

/** The mark stays this long after the finger has left, so that it no longer covers what it marks. */
const stayMs = 1_000

/** The fingers on a chart. */
export interface TouchScrub {
  isTouched(): boolean
  stop(): void
}

/** One finger across the chart names the candle under it; two fingers zoom and move. */
export function scrubByTouch(element: HTMLElement, { candleAtX, mark, move }: ScrubPort): TouchScrub {
  const fingers = new Map<number, number>()
  let release: ReturnType<typeof setTimeout> | undefined
  const middle = () => [...fingers.values()].reduce((sum, x) => sum + x, 0) / fingers.size
  const name = (event: PointerEvent) => mark(candleAtX(event.clientX - element.getBoundingClientRect().left))
  const follow = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return
    const before = middle()
    fingers.set(event.pointerId, event.clientX)
    if (fingers.size === 1) name(event)
    else move(middle() - before)
  }
  const press = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return
    clearTimeout(release)
    fingers.set(event.pointerId, event.clientX)
    if (fingers.size === 1) name(event)
    else mark(null)
  }
  const lift = (event: PointerEvent) => {
    if (fingers.delete(event.pointerId)) release = setTimeout(() => mark(null), stayMs)
  }
  const leave = (event: PointerEvent) => {
    // A finger that lifts leaves as well. The chart's own crosshair leaves with a mouse, and does not say so.
    if (fingers.delete(event.pointerId) || event.pointerType !== 'touch') mark(null)
  }
  const listeners = [
    ['pointerdown', press],
    ['pointermove', follow],
    ['pointerup', lift],
    ['pointercancel', leave],
    ['pointerleave', leave],
  ] as const
  for (const [event, listener] of listeners) element.addEventListener(event, listener)
  return {
    isTouched: () => fingers.size > 0,
    stop: () => {
      clearTimeout(release)
      for (const [event, listener] of listeners) element.removeEventListener(event, listener)
    },
  }
}
