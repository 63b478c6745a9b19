import { useEffect, useRef } from 'react'

/**
 * Listens for keys anywhere on the page while the screen is shown. `actOf` returns what a key does, or null;
 * `isElsewhere` tells that the key is handled already, or that a dialog is open.
 */
export function useKeyDown(actOf: (event: KeyboardEvent, isElsewhere: boolean) => (() => void) | null): void {
  const current = useRef(actOf)
  useEffect(() => {
    current.current = actOf
  }, [actOf])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isElsewhere = event.defaultPrevented || document.querySelector('dialog[open]') !== null
      const act = current.current(event, isElsewhere)
      if (act === null) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
