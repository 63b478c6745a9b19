import { layersOf } from './layers-of.ts'

/** Where the app is: the path and query inside the hash. */
export interface HashLocation {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
}

/** The parts of `window` that the history uses. */
export interface HistoryWindow {
  readonly location: { readonly hash: string }
  readonly history: {
    readonly state: unknown
    pushState(state: unknown, unused: string, url: string): void
    replaceState(state: unknown, unused: string, url?: string): void
    go(delta: number): void
  }
  addEventListener(type: 'popstate', listener: () => void): void
}

/**
 * The hash routes' history. Each entry carries its depth, so that "back" knows whether a screen of this app precedes
 * it.
 */
export interface HashHistory {
  readonly location: () => HashLocation
  /** The number of this app's screens before the current one. */
  readonly depth: () => number
  readonly go: (path: string, options: { replace: boolean }) => void
  readonly goBack: (steps: number) => void
  /** Calls back after each move, also those of the browser's own buttons and of plain links. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Opens the history on a window. */
export function createHashHistory(page: HistoryWindow): HashHistory {
  const listeners = new Set<() => void>()
  const startDepth = depthOf(page.history.state)
  if (startDepth === null) page.history.replaceState({ depth: 0 }, '')
  let depth = startDepth ?? 0
  function moved(newDepth: number): void {
    depth = newDepth
    for (const listener of listeners) listener()
  }

  /** Sheets and dialogs have entries above their screen's. Returns how many a move to another screen leaves. */
  function leaveLayers(): number {
    const layers = layersOf(page.history.state)
    if (layers > 0) page.history.replaceState({ depth }, '')
    return layers
  }

  function replace(path: string): void {
    page.history.replaceState({ depth }, '', `#${path}`)
    moved(depth)
  }

  let onArrival: (() => void) | null = null

  page.addEventListener('popstate', () => {
    if (onArrival !== null) {
      const arrive = onArrival
      onArrival = null
      arrive()
      return
    }
    const known = depthOf(page.history.state)
    // A plain link pushed this entry: the browser gave it no depth.
    if (known === null) page.history.replaceState({ depth: depth + 1 }, '')
    moved(known ?? depth + 1)
  })

  return {
    location: locationReader(page),
    depth: () => depth,
    go: (path, options) => {
      const layers = leaveLayers()
      if (options.replace && layers > 0) {
        onArrival = () => replace(path)
        page.history.go(-layers)
      } else if (options.replace) replace(path)
      else {
        const state = { depth: depth + 1 }
        // The screen replaces the topmost layer's entry, because "back" would otherwise reach a closed layer.
        if (layers > 0) page.history.replaceState(state, '', `#${path}`)
        else page.history.pushState(state, '', `#${path}`)
        moved(state.depth)
      }
    },
    goBack: (steps) => page.history.go(-steps - leaveLayers()),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the same object for the same hash, so that a view that reads it again is not drawn again. */
function locationReader(page: Pick<HistoryWindow, 'location'>): () => HashLocation {
  let { hash } = page.location
  let location = locationOf(hash)
  return () => {
    if (page.location.hash !== hash) {
      hash = page.location.hash
      location = locationOf(hash)
    }
    return location
  }
}

function depthOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : null
}

function locationOf(hash: string): HashLocation {
  const path = hash.replace(/^#/, '') || '/'
  const query = path.indexOf('?')
  return query === -1 ? { pathname: path, search: '' } : { pathname: path.slice(0, query), search: path.slice(query) }
}
