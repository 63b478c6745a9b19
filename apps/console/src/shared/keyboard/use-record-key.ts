import { useEffect, useRef } from 'react'
import { isRecording } from './shortcuts.ts'

/** The name of the key on this machine's keyboard. */
export const recordKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ ↵' : 'Ctrl ↵'

/** Listens for Ctrl or Cmd with Enter while the decision is shown. */
export function useRecordKey(record: () => void): void {
  const current = useRef(record)
  useEffect(() => {
    current.current = record
  }, [record])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPressed = isRecording({
        key: event.key,
        hasCtrlOrCmd: event.ctrlKey || event.metaKey,
        hasOther: event.altKey || event.shiftKey,
        isRepeated: event.repeat,
        isElsewhere: event.defaultPrevented || document.querySelector('dialog[open]') !== null,
      })
      if (!isPressed) return
      event.preventDefault()
      current.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
