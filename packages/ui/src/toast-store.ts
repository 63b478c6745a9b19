export type ToastKind = 'done' | 'refused'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
}

type Listener = () => void

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<Listener>()

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a short message above everything: done (spoken politely) or refused (spoken at once). At most three stand. */
export function showToast(kind: ToastKind, text: string): void {
  // The same sentence twice at once says nothing new (several calls fail together when the network goes).
  if (toasts.some((toast) => toast.text === text && toast.kind === kind)) return
  publish([...toasts, { id: nextId++, kind, text }].slice(-3))
}

/** Takes a message away. */
export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

/** The messages that stand now. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

/** Calls back on each change. Answers the function that stops it. */
export function subscribeToasts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
