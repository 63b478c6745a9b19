import { useEffect, useRef } from 'react'
import type { MouseEvent, PointerEvent } from 'react'

/** How long a finger rests before it means the other thing. */
const pressMs = 500
/** A finger that moves so far scrolls. */
const slackPx = 10

interface Press {
  readonly timer: ReturnType<typeof setTimeout>
  readonly x: number
  readonly y: number
}

/**
 * Handlers for the element around some links: a finger that rests on one of them calls `onPress` with it, in place of following it. A mouse
 * keeps its menu. What it opens needs another way as well, for whoever has no finger on the screen.
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
