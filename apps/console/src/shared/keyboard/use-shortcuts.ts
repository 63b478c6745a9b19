import { useEffect, useRef } from 'react'
import { shortcutOf } from './shortcuts.ts'

export type Shortcuts = Readonly<Record<string, () => void>>

/** Listens for single keys while the screen is shown: `useShortcuts({ j: openNext, '/': focusSearch })`. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  }, [shortcuts])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = shortcutOf({
        key: event.key,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        isElsewhere:
          event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]') !== null,
      })
      const act = name === null ? undefined : current.current[name]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
