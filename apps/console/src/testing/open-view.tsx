import type { ReactNode } from 'react'
import type { RefusalName } from '@candor/api'
import type { Called } from '@candor/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import type * as z from 'zod/mini'
import { readCatalogue } from '../app/catalogue.ts'
import { queryClient } from '../shared/api/index.ts'
import { loadTexts } from '../shared/i18n/index.ts'

type Form = Readonly<Record<string, string>>

/** The body of each path's response. A call to a path without an entry loses its network. */
export type PlayedServer = Readonly<Record<string, () => unknown>>

/** Plays an operation: `on(operatorMe, operatorWith('payments'))`. */
export function on<Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  { path }: Called<Input, Output>,
  data: z.input<Output>,
): PlayedServer {
  return { [path]: () => ({ code: 1, msg: '', data }) }
}

/** Plays an operation that is refused. */
export function refusing({ path }: { readonly path: string }, error: RefusalName, msg: string): PlayedServer {
  return { [path]: () => ({ code: 0, msg, error, data: null }) }
}

/** Plays an operation that gets no response. */
export function losing({ path }: { readonly path: string }): PlayedServer {
  return {
    [path]: () => {
      throw new TypeError('the network is lost')
    },
  }
}

export interface OpenView {
  /** Everything that the page says, its spaces collapsed. */
  readonly text: () => string
  /** Waits until the page says this. */
  readonly says: (...texts: readonly string[]) => Promise<void>
  /** An element by role and name, or null. */
  readonly find: (role: Role, name: string) => HTMLElement | null
  /** Presses the newest element of this name, and waits until the page says what is given besides. */
  readonly press: (role: Role, name: string, ...then: readonly string[]) => Promise<void>
  readonly type: (label: string, text: string) => Promise<void>
  readonly select: (label: string, value: string) => Promise<void>
  readonly search: (text: string) => Promise<void>
  readonly key: (name: string, held?: { readonly ctrlKey?: boolean; readonly metaKey?: boolean }) => Promise<void>
  /** The forms sent to an operation, in their order. */
  readonly sent: (operation: { readonly path: string }) => readonly Form[]
}

type Role = 'button' | 'link' | 'radio'

const selectors: Readonly<Record<Role, string>> = { button: 'button', link: 'a', radio: 'label:has(input[type=radio])' }

/** Draws a view of the console in a document without a browser, against a server played by the test. */
export async function openView(view: ReactNode, server: PlayedServer, hash = ''): Promise<OpenView> {
  const sent: (readonly [path: string, form: Record<string, string>])[] = []
  vi.stubGlobal('fetch', async (address: unknown, init: RequestInit | undefined) => {
    const path = new URL(String(address)).pathname.replace(/^\/(api\/)?/, '')
    const form = Object.fromEntries(new URLSearchParams(String(init?.body)))
    sent.push([path, form])
    const play = server[path]
    if (play === undefined) throw new TypeError(`the test plays no ${path}`)
    return Response.json(play())
  })
  loadTexts(readCatalogue())
  queryClient.clear()
  location.hash = hash
  const host = document.createElement('div')
  document.body.replaceChildren(host)
  const root = createRoot(host)
  root.render(<QueryClientProvider client={queryClient}>{view}</QueryClientProvider>)
  onTestFinished(() => {
    root.unmount()
    // A dialog that was still open would be found by the next file of this worker.
    document.body.replaceChildren()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  await settled()
  return {
    ...readersOf(host),
    sent: ({ path }) => sent.filter(([to]) => to === path).map(([, form]) => form),
  }
}

function readersOf(host: HTMLElement): Omit<OpenView, 'sent'> {
  const text = () => collapsed(document.body.textContent)
  const all = (role: Role, name: string) =>
    [...document.querySelectorAll<HTMLElement>(selectors[role])].filter((element) => nameOf(element) === name)
  const find = (role: Role, name: string) => all(role, name)[0] ?? null
  const field = (label: string): Element => {
    const found = [...host.ownerDocument.querySelectorAll('label')].find((element) => nameOf(element) === label)
    const control =
      found === undefined
        ? document.querySelector(`[aria-label="${CSS.escape(label)}"]:is(input, textarea, select)`)
        : document.getElementById(found.htmlFor)
    if (control === null) throw new Error(`there is no field "${label}" in: ${text()}`)
    return control
  }
  const fill = async (control: Element, value: string, event: string) => {
    // React overrides `value` of an element; the prototype's setter makes it notice the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event(event, { bubbles: true }))
    await settled()
  }
  const says = (...texts: readonly string[]) =>
    found(() => {
      const missing = texts.filter((wanted) => !text().includes(wanted))
      if (missing.length > 0) throw new Error(`the page does not say "${missing.join('", "')}", but: ${text()}`)
    })
  return {
    text,
    find,
    says,
    press: async (role, name, ...then) => {
      const element = await found(() => {
        // The newest: a dialog repeats the name of the button that opened it.
        const found = all(role, name).at(-1)
        if (found === undefined) throw new Error(`there is no ${role} "${name}" in: ${text()}`)
        return found
      })
      ;(element.querySelector('input') ?? element).click()
      await settled()
      await says(...then)
    },
    type: async (label, value) => fill(await found(() => field(label)), value, 'input'),
    select: async (label, value) => fill(await found(() => field(label)), value, 'change'),
    search: async (value) => {
      const control = document.querySelector('input[role=searchbox]')
      if (control === null) throw new Error(`there is no search in: ${text()}`)
      await fill(control, value, 'input')
    },
    key: async (name, held = {}) => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: name, ...held }))
      await settled()
    },
  }
}

/** The name of an element without the hint of its key. */
/** What `find` returns once it no longer throws. */
async function found<Value>(find: () => Value): Promise<Value> {
  const attempt = () => {
    try {
      find()
      return ''
    } catch (error) {
      return String(error)
    }
  }
  await expect.poll(attempt).toBe('')
  return find()
}

function nameOf(element: HTMLElement): string {
  const copy = element.cloneNode(true)
  if (copy instanceof HTMLElement) for (const hint of copy.querySelectorAll('kbd')) hint.remove()
  return element.getAttribute('aria-label') ?? collapsed(copy.textContent)
}

function collapsed(text: string | null): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** Waits for calls to the played server and for what React draws after them. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5))
}
