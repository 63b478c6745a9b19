import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { operatorSupportDesk, OutputOf } from '@candor/api/operator'
import { showToast } from '@candor/ui'
import { t } from '../../shared/i18n/index.ts'
import { goTo } from '../../shared/navigation/index.ts'
import { chime, useMuted } from './alarm.ts'
import { newlyWaiting } from './support-model.ts'

const key = 'candor.notices'
const listeners = new Set<() => void>()
let isOn = read()

/** Whether this machine shows a notification for a new conversation. */
export function useNotices(): boolean {
  return useSyncExternalStore(subscribe, () => isOn)
}

/** Switches notifications on this machine. Asks the browser first, which may refuse: then they stay off. */
export async function setNotices(next: boolean): Promise<void> {
  const isAllowed = next && 'Notification' in window && (await Notification.requestPermission()) === 'granted'
  if (next && !isAllowed) showToast('refused', t('support.notices.refused'))
  isOn = isAllowed
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // Storage is denied: the choice holds until the page is closed.
  }
  for (const listener of listeners) listener()
}

/**
 * Alerts an agent on duty to each conversation that is new in the queue: by one tone, where the sound is not muted, and
 * by a notification, where they are on and the console is out of sight. Those of the first reading raise no alert.
 */
export function useNewConversations(desk: OutputOf<typeof operatorSupportDesk> | undefined): void {
  const known = useRef<ReadonlySet<string> | null>(null)
  const isMuted = useMuted()
  const hasNotices = useNotices()
  useEffect(() => {
    if (desk === undefined) return
    const arrived = newlyWaiting(known.current, desk.queue)
    known.current = new Set(desk.queue.map(({ id }) => id))
    if (arrived.length === 0 || !desk.isOnDuty) return
    if (!isMuted) chime()
    if (hasNotices && document.hidden) for (const id of arrived) notify(id)
  }, [desk, isMuted, hasNotices])
}

/** One notification for each conversation, which opens it. It names nobody: a lock screen shows it, too. */
function notify(id: string): void {
  const notice = new Notification(t('support.notices.title'), { body: t('support.notices.text'), tag: `support:${id}` })
  notice.addEventListener('click', () => {
    window.focus()
    goTo('support', id)
    notice.close()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): boolean {
  try {
    return localStorage.getItem(key) === 'on' && 'Notification' in window && Notification.permission === 'granted'
  } catch {
    return false
  }
}
