import { useEffect, useRef } from 'react'
import type { MouseEvent, PointerEvent } from 'react'

/** The duration of a long press. */
const pressMs = 500
/** A finger that moves so far scrolls. */
const slackPx = 10

interface Press {
  readonly timer: ReturnType<typeof setTimeout>
  readonly x: number
  readonly y: number
}

/**
 * Handlers for the element around some links: a long press on a link calls `onPress` with it instead of following it. A
 * mouse keeps its menu. The action needs a second way for people without a touch screen.
 */
export function useLongPress(onPress: (link: Element) => void) {
  const press = useRef<Press | null>(null)
  const isTaken = useRef(false)
  const end = () => {
    if (press.current !== null) clearTimeout(press.current.timer)
    press.current = null
  }
  useEffect(() => end, [])
  return {
    onPointerDown: ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
      end()
      isTaken.current = false
      const link = target instanceof Element ? target.closest('a') : null
      if (link === null || pointerType !== 'touch') return
      const timer = setTimeout(() => {
        isTaken.current = true
        onPress(link)
      }, pressMs)
      press.current = { timer, x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current !== null && Math.hypot(clientX - press.current.x, clientY - press.current.y) > slackPx) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    // The finger lifts over a link that is still there while the next screen loads.
    onClickCapture: (event: MouseEvent) => {
      if (isTaken.current) event.preventDefault()
    },
    onContextMenu: (event: MouseEvent) => {
      if (isTaken.current || press.current !== null) event.preventDefault()
    },
  }
}
