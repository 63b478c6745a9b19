import { hrefOf } from '../src/shared/page/routes.ts'

const page = '/h5/'
const icon = '/h5/app-icon-192.png'

interface Note {
  /** The inbox message: "o7" is an order, others are messages. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly lang: string
  readonly atMs: number
}

/** Shows a notification from the server, unless the app is visible: it then reports by itself. */
export async function showNote(worker: ServiceWorkerGlobalScope, sent: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' })
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  const note = noteOf(sent)
  if (note === null) return worker.registration.showNotification('Candor', { icon, tag: 'candor' })
  const { id, title, text, lang, atMs } = note
  // The tag makes a notification replace an earlier one about the same subject.
  const options: NotificationOptions & { timestamp: number } = {
    body: text,
    tag: id,
    lang,
    timestamp: atMs,
    icon,
    badge: icon,
  }
  return worker.registration.showNotification(title, options)
}

function noteOf(sent: string): Note | null {
  const read: unknown = parsed(sent)
  if (typeof read !== 'object' || read === null) return null
  const { id, title, text, lang, atMs }: Partial<Record<keyof Note, unknown>> = read
  const isNote =
    typeof id === 'string' && typeof title === 'string' && typeof text === 'string' && typeof lang === 'string'
  return isNote && typeof atMs === 'number' ? { id, title, text, lang, atMs } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Opens a notification's subject: in the existing window, or in a new one. */
export async function openThing(worker: ServiceWorkerGlobalScope, id: string): Promise<void> {
  const address = page + placeOf(id)
  const [open] = await worker.clients.matchAll({ type: 'window' })
  // A window that is just closing refuses.
  const shown = await open?.navigate(address).catch(() => null)
  if (shown === null || shown === undefined) return void (await worker.clients.openWindow(address))
  await shown.focus()
}

function placeOf(id: string): string {
  if (/^o\d+$/.test(id)) return hrefOf('contractOrders', { id: id.slice(1) })
  return /^[am]\d+$/.test(id) ? hrefOf('message', { id }) : hrefOf('messages')
}
