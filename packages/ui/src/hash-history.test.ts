import { expect, it, vi } from 'vitest'
import { createHashHistory } from './hash-history.ts'

/** A browser's current history entry. `arrive` comes to another one, as the browser's own buttons and links do. */
function fakePage(hash: string) {
  let entry: { state: unknown; hash: string } = { state: null, hash }
  let onPop = () => {}
  const write = (state: unknown, _unused: string, url = entry.hash) => {
    entry = { state, hash: url }
  }
  const page = {
    location: {
      get hash() {
        return entry.hash
      },
    },
    history: {
      get state() {
        return entry.state
      },
      pushState: write,
      replaceState: write,
      go: () => undefined,
    },
    addEventListener: (_type: 'popstate', listener: () => void) => {
      onPop = listener
    },
  }
  const arrive = (state: unknown, url: string) => {
    entry = { state, hash: url }
    onPop()
  }
  return { page, arrive }
}

it('reads path and query of the hash, the root where there is none', () => {
  expect(createHashHistory(fakePage('#/orders?id=7').page).location()).toEqual({ pathname: '/orders', search: '?id=7' })
  expect(createHashHistory(fakePage('').page).location()).toEqual({ pathname: '/', search: '' })
})

it('gives the same object as long as the hash is the same', () => {
  const { page, arrive } = fakePage('#/orders')
  const history = createHashHistory(page)
  const before = history.location()
  arrive({ depth: 0 }, '#/orders')
  expect(history.location()).toBe(before)
  arrive({ depth: 0 }, '#/swap')
  expect(history.location().pathname).toBe('/swap')
})

it('calls back after each move until the listener is removed', () => {
  const { page, arrive } = fakePage('#/orders')
  const history = createHashHistory(page)
  const listener = vi.fn<() => void>()
  const stop = history.subscribe(listener)
  history.go('/swap', { replace: false })
  arrive(null, '#/mine')
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  history.go('/orders', { replace: true })
  expect(listener).toHaveBeenCalledTimes(2)
})

it('counts the entries before one, those of plain links as well', () => {
  const { page, arrive } = fakePage('#/orders')
  const history = createHashHistory(page)
  history.go('/swap', { replace: false })
  arrive(null, '#/mine')
  expect(history.depth()).toBe(2)
  expect(page.history.state).toEqual({ depth: 2 })
})
