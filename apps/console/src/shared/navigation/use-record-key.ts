import { isRecording } from './shortcuts.ts'
import { useKeyDown } from './use-key-down.ts'

/** The name of the key on this machine's keyboard. */
export const recordKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ ↵' : 'Ctrl ↵'

/** Listens for Ctrl or Cmd with Enter while the decision is shown. */
export function useRecordKey(record: () => void): void {
  useKeyDown((event, isElsewhere) => {
    const isPressed = isRecording({
      key: event.key,
      hasCtrlOrCmd: event.ctrlKey || event.metaKey,
      hasOther: event.altKey || event.shiftKey,
      isRepeated: event.repeat,
      isElsewhere,
    })
    return isPressed ? record : null
  })
}
