/** An open sheet or dialog, as the browser's back button sees it. */
export interface OpenLayer {
  /** Asks the layer to close. Answers false where it must stay: its decision is on its way. */
  readonly requestClose: () => boolean
}

/** What of `window` the layers use. */
export interface LayerWindow {
  readonly history: {
    readonly state: unknown
    pushState(state: unknown, unused: string): void
    go(delta: number): void
  }
  addEventListener(type: 'popstate', listener: () => void): void
}

export interface LayerHistory {
  /** Gives an open layer an entry of its own, so that "back" closes it and not the screen. Answers the function that gives it up. */
  readonly enter: (layer: OpenLayer) => () => void
}

/** How many layers were open over the screen at a history entry. */
export function layersOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'layers' in state && typeof state.layers === 'number'
    ? state.layers
    : 0
}

/** Keeps one history entry for each open layer. `later` runs a task once the current one is over. */
export function createLayerHistory(page: LayerWindow, later: (task: () => void) => void): LayerHistory {
  let open: readonly OpenLayer[] = []
  // A step of our own is on its way; the browser takes it later.
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
      // One that must stay keeps those below it, too.
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
        // A screen that opens in the same moment takes the entry over, and so does the next layer.
        later(settle)
      }
    },
  }
}
