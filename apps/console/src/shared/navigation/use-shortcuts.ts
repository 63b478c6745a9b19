import { shortcutOf } from './shortcuts.ts'
import { useKeyDown } from './use-key-down.ts'

export type Shortcuts = Readonly<Record<string, () => void>>

/** Listens for single keys while the screen is shown: `useShortcuts({ j: openNext, '/': focusSearch })`. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useKeyDown((event, isElsewhere) => {
    const name = shortcutOf({
      key: event.key,
      hasModifier: event.ctrlKey || event.metaKey || event.altKey,
      isElsewhere: isElsewhere || isTyping(event.target),
    })
    return name === null ? null : (shortcuts[name] ?? null)
  })
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
