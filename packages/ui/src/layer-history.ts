import { layersOf } from './layers-of.ts'

/** An open sheet or dialog, as the browser's back button sees it. */
export interface OpenLayer {
  /** Requests that the layer close. Returns false when it must stay, because its decision is in progress. */
  readonly requestClose: () => boolean
}

/** The parts of `window` that layers use. */
export interface LayerWindow {
  readonly history: {
    readonly state: unknown
    pushState(state: unknown, unused: string): void
    go(delta: number): void
  }
  addEventListener(type: 'popstate', listener: () => void): void
}

export interface LayerHistory {
  /**
   * Gives an open layer a history entry of its own, so that "back" closes the layer and not the screen. Returns a
   * function that releases it.
   */
  readonly enter: (layer: OpenLayer) => () => void
}

/** Keeps one history entry per open layer. `later` runs a task after the current one. */
export function createLayerHistory(page: LayerWindow, later: (task: () => void) => void): LayerHistory {
  let open: readonly OpenLayer[] = []
  // A history step of our own is pending; the browser applies it later.
  let isStepping = false

  /** Brings the history to the number of open layers. */
  function settle(): void {
    const { state } = page.history
    const entries = layersOf(state)
    if (isStepping || entries === open.length) return
    if (entries > open.length) {
      isStepping = true
      page.history.go(open.length - entries)
      return
    }
    for (let layers = entries + 1; layers <= open.length; layers += 1) {
      page.history.pushState({ ...(typeof state === 'object' ? state : {}), layers }, '')
    }
  }

  page.addEventListener('popstate', () => {
    if (!isStepping) {
      const entries = layersOf(page.history.state)
      // A layer that must stay keeps those below it, too.
      const above = open.slice(entries).toReversed()
      const staying = above.findIndex((layer) => !layer.requestClose())
      open = open.slice(0, staying === -1 ? entries : open.length - staying)
    }
    isStepping = false
    settle()
  })

  return {
    enter: (layer) => {
      open = [...open, layer]
      settle()
      return () => {
        open = open.filter((other) => other !== layer)
        // A screen opened at the same moment takes over the entry, and so does the next layer.
        later(settle)
      }
    },
  }
}
