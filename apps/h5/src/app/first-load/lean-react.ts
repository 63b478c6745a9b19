/**
 * Replaces `react` in this app's build: Preact, in a fifth of the bytes. Sources import `react` and have its types and
 * rules. Where Preact differs from what React does, and a screen would show it, this file makes them alike. A part of
 * React that it lacks fails the build: there is no `startTransition`, because Preact draws everything in one go.
 */
import { options } from 'preact'
import type { Options, VNode } from 'preact'
import { useEffect, useState } from 'preact/compat'

export {
  Component,
  createContext,
  createElement,
  Fragment,
  lazy,
  StrictMode,
  Suspense,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'preact/compat'
export { useEffect, useState }
export { act } from 'preact/test-utils'

/** Draws the initial value first and the other one after the paint; Preact's own draws the other at once. */
export function useDeferredValue<Value>(value: Value, initial = value): Value {
  const [deferred, setDeferred] = useState(() => initial)
  useEffect(() => afterPaint(() => setDeferred(() => value)), [value])
  return deferred
}

/** A window that is not seen paints nothing. */
const unseenMs = 100

/** Does something once what is drawn has been painted. Returns what calls it off. */
function afterPaint(act: () => void): () => void {
  let timer = setTimeout(act, unseenMs)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(act)
  })
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Shown {
  readonly children?: unknown
  readonly value?: unknown
  readonly checked?: unknown
}

interface FieldProps {
  readonly children?: unknown
  spellCheck?: unknown
  maxLength?: unknown
  maxlength?: unknown
}

/** What the views last gave each field to show. */
const shown = new WeakMap<Element, Shown>()

const { vnode: madeBefore, diffed: drawnBefore, event: heardBefore } = options

options.vnode = (vnode) => {
  madeBefore?.(vnode)
  if (typeof vnode.type !== 'string') return
  const props: FieldProps = vnode.props
  // Preact would leave the attribute out, and a browser then checks the spelling.
  if (props.spellCheck === false) props.spellCheck = 'false'
  // Preact would set the property of a field that no longer has a limit to 0, and it would take no text.
  if ('maxLength' in props) {
    props.maxlength = props.maxLength
    delete props.maxLength
  }
}

options.diffed = (vnode) => {
  drawnBefore?.(vnode)
  const field = fieldOf(vnode)
  if (field !== null) shown.set(field, vnode.props)
}

options.event = (event) => {
  if ((event.type === 'input' || event.type === 'change') && isField(event.target)) restoreLater(event.target)
  const heard: unknown = heardBefore?.(event)
  return heard
}

interface Catching {
  /** The name that Preact's build gives to what catches errors. It throws what no boundary of the views catches. */
  __e?: (error: unknown, ...where: readonly unknown[]) => void
}

const catching: Options & Catching = options
const caughtBefore = catching.__e

catching.__e = (error, ...where) => {
  caughtBefore?.(error, ...where)
  // A promise is what a late part waits for. An error that only a fallback shows would be seen by nobody.
  // oxlint-disable-next-line no-console
  if (!(error instanceof Promise)) console.error(error)
}

function fieldOf(vnode: VNode): Field | null {
  if (vnode.type !== 'input' && vnode.type !== 'textarea' && vnode.type !== 'select') return null
  // The name that Preact's build gives to an element of its own.
  return '__e' in vnode && isField(vnode.__e) ? vnode.__e : null
}

function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}

/**
 * After a change that the view did not take over, a field shows again what the view gave it: letters in a field of
 * digits disappear. Preact writes a field only when it draws it. Radio inputs of one name change together.
 */
function restoreLater(field: Field): void {
  // The drawing that the change causes is the next microtask but one at the latest.
  queueMicrotask(() =>
    queueMicrotask(() => {
      for (const one of [field, ...document.getElementsByName(field.name)]) restore(one)
    }),
  )
}

function restore(field: Element): void {
  const { value, checked } = shown.get(field) ?? {}
  if (typeof checked === 'boolean' && field instanceof HTMLInputElement && field.checked !== checked)
    field.checked = checked
  if (typeof value === 'string' && isField(field) && field.value !== value) field.value = value
}

const isTouchOrKey = /^(click|key|pointer(down|up)|input|change|submit|focus|blur|popstate|hashchange)/

let chosenFrame: typeof options.requestAnimationFrame

const soon = (flush: () => void) => void setTimeout(flush)

/**
 * When effects run: as with React those of what a touch or key draws before the next one, and all others as the next
 * task. Preact's own run after the next frame, and until then a sheet that is seen already would miss keys.
 */
Object.defineProperty(options, 'requestAnimationFrame', {
  get: () => chosenFrame ?? (isTouchOrKey.test(window.event?.type ?? '') ? queueMicrotask : soon),
  set: (frame: typeof options.requestAnimationFrame) => {
    chosenFrame = frame
  },
})
