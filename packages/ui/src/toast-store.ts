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

/**
 * Shows a short message above everything: done (announced politely) or refused (announced at once). At most three are
 * shown.
 */
export function showToast(kind: ToastKind, text: string): void {
  // A repeated sentence adds nothing: several calls fail together when the network drops.
  if (toasts.some((toast) => toast.text === text && toast.kind === kind)) return
  publish([...toasts, { id: nextId++, kind, text }].slice(-3))
}

/** Removes a message. */
export function dismissToast(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id))
}

/** The messages currently shown. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

/** Calls back on each change. Returns a function that unsubscribes. */
export function subscribeToasts(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
