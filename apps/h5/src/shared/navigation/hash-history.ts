/** Where the app is: the path and query inside the hash. */
export interface HashLocation {
  readonly pathname: string
  /** With its question mark, or empty. */
  readonly search: string
}

/** What of `window` the history uses. */
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

/** The hash routes' history. Each entry carries its depth, so that "back" knows whether a screen of this app lies below. */
export interface HashHistory {
  readonly location: () => HashLocation
  /** How many screens of this app lie below the current one. */
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
  let location = locationOf(page.location.hash)

  function moved(newDepth: number): void {
    depth = newDepth
    const next = locationOf(page.location.hash)
    if (next.pathname !== location.pathname || next.search !== location.search) location = next
    for (const listener of listeners) listener()
  }

  page.addEventListener('popstate', () => {
    const known = depthOf(page.history.state)
    // A plain link pushed this entry: the browser gave it no depth.
    if (known === null) page.history.replaceState({ depth: depth + 1 }, '')
    moved(known ?? depth + 1)
  })

  return {
    location: () => location,
    depth: () => depth,
    go: (path, { replace }) => {
      const next = replace ? depth : depth + 1
      if (replace) page.history.replaceState({ depth: next }, '', `#${path}`)
      else page.history.pushState({ depth: next }, '', `#${path}`)
      moved(next)
    },
    goBack: (steps) => page.history.go(-steps),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function depthOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number' ? state.depth : null
}

function locationOf(hash: string): HashLocation {
  const path = hash.replace(/^#/, '') || '/'
  const query = path.indexOf('?')
  return query === -1 ? { pathname: path, search: '' } : { pathname: path.slice(0, query), search: path.slice(query) }
}
