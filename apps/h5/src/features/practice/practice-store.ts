import { useSyncExternalStore } from 'react'
import { createListeners } from '@candor/client'
import { bookText, freshBook, parseBook } from './practice-book.ts'
import type { PracticeBook } from './practice-book.ts'

/** This browser's practice, of all its tabs. */
export interface PracticeStore {
  readonly book: () => PracticeBook
  readonly subscribe: (listener: () => void) => () => void
  /** Changes the book as it is in storage now, one tab after another. A change of null leaves it as it is. */
  readonly change: (next: (book: PracticeBook) => PracticeBook | null) => Promise<void>
}

/** The parts of a browser that the store needs; a browser may deny storage, and an insecure page has no locks. */
export interface PracticeBrowser {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null
  readonly locks: { readonly request: (name: string, act: () => void) => Promise<unknown> } | undefined
  /** Calls back when another tab has changed a stored value. */
  readonly onStorage: (listener: (key: string | null) => void) => void
}

const key = 'candor.practice'

/** Opens the book. Without storage it lives as long as the page. */
export function openPractice({ storage, locks, onStorage }: PracticeBrowser): PracticeStore {
  const listeners = createListeners<[]>()
  let text = ''
  let book = freshBook
  read()
  onStorage((changed) => {
    if (changed !== key && changed !== null) return
    read()
    listeners.notify()
  })

  function read(): void {
    const found = attempt(() => (storage === null ? text : (storage.getItem(key) ?? '')), text)
    if (found === text) return
    text = found
    book = parseBook(found)
  }

  function write(next: PracticeBook): void {
    book = next
    text = bookText(next)
    attempt(() => storage?.setItem(key, text), undefined)
    listeners.notify()
  }

  const apply = (next: (book: PracticeBook) => PracticeBook | null): void => {
    read()
    const changed = next(book)
    if (changed !== null && changed !== book) write(changed)
  }
  return {
    book: () => book,
    subscribe: listeners.add,
    change: async (next) => {
      if (locks === undefined) apply(next)
      else await locks.request(key, () => apply(next))
    },
  }
}

function attempt<Result>(action: () => Result, otherwise: Result): Result {
  try {
    return action()
  } catch {
    return otherwise
  }
}

let opened: PracticeStore | null = null

/** The practice of this browser; opened by the first screen that shows it. */
export function practiceStore(): PracticeStore {
  opened ??= openPractice({
    storage: attempt<Storage | null>(() => window.localStorage, null),
    locks: 'locks' in navigator ? { request: (name, act) => navigator.locks.request(name, act) } : undefined,
    onStorage: (listener) => window.addEventListener('storage', ({ key: changed }) => listener(changed)),
  })
  return opened
}

export function usePracticeBook(): PracticeBook {
  const store = practiceStore()
  return useSyncExternalStore(store.subscribe, store.book)
}
