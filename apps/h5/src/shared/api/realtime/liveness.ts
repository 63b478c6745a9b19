import { createListeners } from '@candor/client'
import type { ConnectionPhase } from '@candor/client'

/**
 * `stale`: connected and subscribed to quotes, but no frame came for five seconds. Prices are then as old as offline.
 */
export interface ConnectionView {
  readonly phase: ConnectionPhase | 'stale'
  /** Local time since when the phase holds. */
  readonly sinceMs: number
}

/** Whether prices flow, by the phases of the connection and by the frames received. */
export interface Liveness {
  readonly view: () => ConnectionView
  readonly subscribe: (listener: () => void) => () => void
  /** Adds a listener for every reconnect: anything shown may have missed an event. */
  readonly onReconnect: (listener: () => void) => () => void
  readonly setPhase: (phase: ConnectionView['phase'], sinceMs?: number) => void
  /** The server has greeted this socket. */
  readonly greeted: () => void
  readonly receivedFrame: () => void
  /** The quotes subscription has changed: its first frame is due from now on. */
  readonly awaitFrame: () => void
  /** Called once a second. */
  readonly tick: (wantsQuotes: boolean) => void
}

/** Prices are stale after this long without a frame. */
const frameSilenceMs = 5_000

export function createLiveness(nowMs: () => number): Liveness {
  const changes = createListeners<[]>()
  const reconnects = createListeners<[]>()
  let view: ConnectionView = { phase: 'connecting', sinceMs: nowMs() }
  let lastFrameMs = nowMs()
  /** Greetings and losses so far: after the first, anything shown may have missed an event. */
  let turns = 0

  const setPhase = (phase: ConnectionView['phase'], sinceMs = nowMs()): void => {
    if (phase === view.phase && sinceMs >= view.sinceMs) return
    if (phase === 'offline') turns += 1
    view = { phase, sinceMs }
    changes.notify()
  }

  const awaitFrame = (): void => {
    lastFrameMs = nowMs()
  }

  return {
    view: () => view,
    subscribe: changes.add,
    onReconnect: reconnects.add,
    setPhase,
    greeted: () => {
      turns += 1
      if (turns > 1) reconnects.notify()
    },
    receivedFrame: () => {
      awaitFrame()
      if (view.phase === 'stale') setPhase('online')
    },
    awaitFrame,
    tick: (wantsQuotes) => {
      if (view.phase === 'online' && wantsQuotes && nowMs() - lastFrameMs > frameSilenceMs) setPhase('stale')
    },
  }
}
