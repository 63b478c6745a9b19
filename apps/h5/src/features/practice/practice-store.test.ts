import { describe, expect, it } from 'vitest'
import { availableUnits, bookText, freshBook, withDecision, withOrder } from './practice-book.ts'
import { openPractice } from './practice-store.ts'
import type { PracticeBrowser } from './practice-store.ts'
import { closed, contract } from './testing/practice-contract.ts'

/** One browser's storage and locks, of which each tab opens its own store. */
function browser(stored: string | null = null) {
  let text = stored
  let writer: number | null = null
  const tabs: ((key: string | null) => void)[] = []
  let queue: Promise<unknown> = Promise.resolve()
  const locks = {
    request: (_name: string, act: () => void) => {
      queue = queue.then(act)
      return queue
    },
  }
  return {
    stored: () => text,
    open: () => {
      const own = tabs.length
      const storage: PracticeBrowser['storage'] = {
        getItem: () => text,
        setItem: (key, value) => {
          text = value
          writer = own
          tabs.forEach((listener, index) => (index === writer ? undefined : listener(key)))
        },
      }
      return openPractice({
        storage,
        locks,
        onStorage: (listener) => void tabs.push(listener),
      })
    },
  }
}

describe('practice in several tabs', () => {
  it('is one book: what one tab buys, the others show', async () => {
    const { open } = browser()
    const [first, second] = [open(), open()]
    let heard = 0
    second.subscribe(() => (heard += 1))
    await first.change((book) => withOrder(book, contract('one')))
    expect(second.book().orders.map(({ id }) => id)).toEqual(['one'])
    expect(heard).toBe(1)
  })

  it('loses no contract that two tabs buy at once, and books a result once', async () => {
    const { open } = browser()
    const [first, second] = [open(), open()]
    await Promise.all([
      first.change((book) => withOrder(book, contract('one'))),
      second.change((book) => withOrder(book, contract('two'))),
    ])
    await Promise.all([first, second].map((tab) => tab.change((book) => withDecision(book, closed('one', '84')))))
    expect(first.book().orders).toHaveLength(2)
    expect(availableUnits(second.book())).toBe(availableUnits(first.book()))
  })

  it('reads storage before each change, though no event has come yet', async () => {
    let text = ''
    const storage = { getItem: () => text, setItem: (_key: string, value: string) => void (text = value) }
    const store = openPractice({ storage, locks: undefined, onStorage: () => undefined })
    text = bookText(withOrder(freshBook, contract('other')) ?? freshBook)
    await store.change((book) => withOrder(book, contract('own')))
    expect(store.book().orders.map(({ id }) => id)).toEqual(['own', 'other'])
  })
})

describe('a browser', () => {
  it('that has something else stored starts afresh', async () => {
    const { open, stored } = browser('{"orders":[1]}')
    const store = open()
    expect(store.book()).toEqual(freshBook)
    await store.change((book) => withOrder(book, contract('one')))
    expect(stored()).toContain('"one"')
  })

  it('that denies storage practises as long as the page lives', async () => {
    const denied = () => {
      throw new Error('denied')
    }
    const store = openPractice({
      storage: { getItem: denied, setItem: denied },
      locks: undefined,
      onStorage: () => undefined,
    })
    await store.change((book) => withOrder(book, contract('one')))
    await store.change((book) => withOrder(book, contract('two')))
    expect(store.book().orders).toHaveLength(2)
  })
})
