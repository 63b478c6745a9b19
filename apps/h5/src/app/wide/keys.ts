import { useEffect } from 'react'
import { navigation } from '../../shared/page/index.ts'
import { actionOfKey } from './wide-model.ts'

/** The keys of wide screens: `/` searches, `1` to `5` choose a duration, `U` and `D` open the confirmation. */
export function useKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', act)
    return () => document.removeEventListener('keydown', act)
  }, [])
}

function act(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return
  if (document.querySelector('[role="dialog"]') !== null) return
  const action = actionOfKey(event.key)
  switch (action?.type) {
    case 'search': {
      event.preventDefault()
      const field = document.querySelector<HTMLElement>('input[type="search"]')
      if (field === null) navigation.navigate('market', { list: 'search' })
      else field.focus()
      return
    }
    case 'direction':
      document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${action.key}"]`)?.click()
      return
    case 'duration':
      document
        .querySelectorAll<HTMLElement>('main [data-turns] section:last-of-type input[type="radio"]')
        .item(action.index)
        .click()
      return
    case undefined:
  }
}

/** Whether keys write text, or choose among radios, where the focus is. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="radio"]), textarea, select, [contenteditable="true"]') !== null
  )
}
