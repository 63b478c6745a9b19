import { useEffect, useRef } from 'react'
import { goTo, useShortcuts } from '../shared/navigation/index.ts'
import { screenOfKey } from './go-keys.ts'
import { useScreens } from './use-screens.ts'

/** So long a G waits for its second letter. */
const secondKeyMs = 1_500

/** The keys of every screen: Ctrl K, `?`, and G with a letter. */
export function useGlobalKeys({ onPalette, onKeys }: { onPalette: () => void; onKeys: () => void }): void {
  const pressedG = useRef<number | null>(null)
  const palette = useRef(onPalette)
  const screens = useScreens()
  const known = useRef(screens)
  useEffect(() => {
    palette.current = onPalette
    known.current = screens
  }, [onPalette, screens])
  useShortcuts({
    '?': onKeys,
    g: () => {
      pressedG.current = Date.now()
    },
  })
  useEffect(() => {
    // Before the shortcuts of the screen, which have the same letters.
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey
      if (hasModifier && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (document.querySelector('dialog[open]') === null) palette.current()
        return
      }
      const since = pressedG.current
      pressedG.current = null
      if (since === null || Date.now() - since > secondKeyMs || hasModifier || event.altKey) return
      const screen = screenOfKey(event.key.toLowerCase())
      if (screen === null || !known.current.includes(screen)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      goTo(screen)
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
