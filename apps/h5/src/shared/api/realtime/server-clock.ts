import { slotAt } from '@candor/formulas'

/** The server's clock as seen from here. Countdowns and ages run on it, never on the phone's own time. */
export interface ServerClock {
  readonly nowMs: () => number
  /** The server's time at a moment of this device. */
  readonly at: (localMs: number) => number
  /** The current slot, or null before the server has sent its genesis. */
  readonly slot: () => number | null
  readonly genesisMs: () => number | null
  /** The server's greeting: its time when it arrived, one way late. */
  readonly greet: (serverMs: number, genesisMs: number) => void
  /** A ping's response: the offset of the fastest round trip is the best one. */
  readonly measure: (sentMs: number, serverMs: number) => void
}

export function createServerClock(localNowMs: () => number): ServerClock {
  let offsetMs = 0
  let bestRoundTripMs = Number.POSITIVE_INFINITY
  let genesisMs: number | null = null
  const at = (localMs: number) => localMs + offsetMs
  const nowMs = () => at(localNowMs())
  return {
    nowMs,
    at,
    slot: () => (genesisMs === null ? null : slotAt(nowMs(), genesisMs)),
    genesisMs: () => genesisMs,
    greet: (serverMs, genesis) => {
      genesisMs = genesis
      offsetMs = serverMs - localNowMs()
      // The phone's clock may have been set while it slept: earlier measurements are invalid.
      bestRoundTripMs = Number.POSITIVE_INFINITY
    },
    measure: (sentMs, serverMs) => {
      const receivedMs = localNowMs()
      const roundTripMs = receivedMs - sentMs
      if (roundTripMs < 0 || roundTripMs > bestRoundTripMs) return
      bestRoundTripMs = roundTripMs
      offsetMs = serverMs - (sentMs + receivedMs) / 2
    },
  }
}
