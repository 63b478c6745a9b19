export type ToastKind = 'done' | 'refused'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  /** A second line: what happened to which thing. */
  readonly detail: string | undefined
  /** When it was shown, in milliseconds of the page. */
  readonly shownMs: number
}

/** A message about the step that leads to the next screen is this young there. */
const youngMs = 1_000

type Listener = () => void

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<Listener>()

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a short message above everything, in place of the one before: done (announced politely) or refused (announced
 * at once). `detail` is a second line for what the sentence leaves open.
 */
export function showToast(kind: ToastKind, text: string, detail?: string): void {
  // A repeated sentence adds nothing: several calls fail together when the network drops.
  if (toasts.some((toast) => toast.text === text && toast.kind === kind && toast.detail === detail)) return
  publish([{ id: nextId++, kind, text, detail, shownMs: performance.now() }])
}

/** Removes a message of the screen that was left. Call it after each change of screen. */
export function dismissOldToasts(): void {
  const young = toasts.filter(({ shownMs }) => performance.now() - shownMs < youngMs)
  if (young.length < toasts.length) publish(young)
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
