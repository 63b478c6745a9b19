import { act } from 'react'
import type { ReactNode } from 'react'
import type { QueryKey } from '@tanstack/react-query'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { drawInto } from '@candor/ui/testing/draw-into'
import { expect, vi } from 'vitest'
import { messageLoaders } from 'virtual:message-loaders'
import { activateLanguage, loadTexts } from '../i18n/index.ts'
import type { MessageFolders } from '../i18n/index.ts'

/** A query's value that a view finds in the cache. Without one, the query waits for ever. */
export type Known = readonly [options: { readonly queryKey: QueryKey }, value: unknown]

export interface Drawn {
  /** The text of the view; a space for each run of spaces. */
  readonly text: () => string
  /** Expects that the text of the view has each of these. */
  readonly says: (...parts: readonly string[]) => void
  /** The elements that a CSS selector finds. */
  readonly all: (selector: string) => readonly HTMLElement[]
  /** What the fields of text show, in their order. */
  readonly values: () => readonly string[]
  /** The names of the buttons that are off. */
  readonly off: () => readonly string[]
  /** Clicks the button or link of this text or label. Throws where there is none, or where it is disabled. */
  readonly press: (name: string) => void
  /** Types into the field of this label. */
  readonly type: (label: string, text: string) => void
  /** Takes the focus away from the field of this label. */
  readonly leave: (label: string) => void
}

/**
 * Draws a view with its English texts, in a document without a server. The test file names `happy-dom` as its
 * environment.
 */
export async function draw(view: ReactNode, known: readonly Known[] = []): Promise<Drawn> {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await loadEnglish()
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  for (const [{ queryKey }, value] of known) client.setQueryData(queryKey, value)
  const place = await drawInto(<QueryClientProvider client={client}>{view}</QueryClientProvider>, () => client.clear())
  return {
    text: () => textOf(place),
    says: (...parts) => parts.forEach((part) => expect(textOf(place)).toContain(part)),
    all: (selector) => [...place.querySelectorAll<HTMLElement>(selector)],
    values: () => [...place.querySelectorAll<HTMLInputElement>('input:not([type=radio])')].map(({ value }) => value),
    off: () => [...place.querySelectorAll('button[disabled]')].map(nameOf),
    press: (name) => act(() => pressable(place, name).click()),
    type: (label, text) => act(() => write(fieldOf(place, label), text)),
    leave: (label) => act(() => void fieldOf(place, label).dispatchEvent(new Event('focusout', { bubbles: true }))),
  }
}

async function loadEnglish(): Promise<void> {
  await activateLanguage('en')
  const catalogue = await messageLoaders['en']?.()
  const isFolder = (name: string): name is keyof MessageFolders => name in (catalogue?.further ?? {})
  await Promise.all(Object.keys(catalogue?.further ?? {}).flatMap((name) => (isFolder(name) ? [loadTexts(name)] : [])))
}

const textOf = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? textOf(element)

function pressable(place: Element, name: string): HTMLElement {
  const found = [...place.querySelectorAll<HTMLElement>('button, a, [role=radio], label')].find(
    (one) => nameOf(one) === name,
  )
  if (found === undefined) throw new Error(`nothing is called ${name}`)
  if (found.hasAttribute('disabled')) throw new Error(`${name} is disabled`)
  return found
}

function fieldOf(place: Element, label: string): HTMLInputElement {
  const found = [...place.querySelectorAll('input')].find(
    (input) =>
      input.getAttribute('aria-label') === label ||
      [...(input.labels ?? [])].some((one) => textOf(one).startsWith(label)),
  )
  if (found === undefined) throw new Error(`no field is called ${label}`)
  return found
}

/** As a browser does it: not through a setter that a library may have put over that of the class. */
function write(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
