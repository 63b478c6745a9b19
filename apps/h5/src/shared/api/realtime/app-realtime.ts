import { useSyncExternalStore } from 'react'
import { socketProtocol } from '@candor/api'
import { webSocketOpener } from '@candor/client'
import { socketUrl } from '../index.ts'
import { session } from '../../device/index.ts'
import type { LiveQuote } from './quote-book.ts'
import type { ConnectionView } from './liveness.ts'
import { createRealtime } from './realtime.ts'

/** The one socket of the app. */
export const realtime = createRealtime({
  openSocket: webSocketOpener(socketUrl, socketProtocol),
  nowMs: () => Date.now(),
  random: () => Math.random(),
  token: session.token,
})

/** Connects, and wakes the socket when the phone does. Called once by the app. */
export function startRealtime(): void {
  realtime.start()
  setInterval(() => {
    // Without a network an attempt can only fail; the event `online` wakes the socket.
    if (navigator.onLine) realtime.tick()
  }, 1_000)
  session.subscribeToken(realtime.tokenChanged)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') realtime.revive()
  })
  window.addEventListener('online', realtime.revive)
  window.addEventListener('offline', realtime.lose)
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) realtime.revive()
  })
}

/**
 * The live quote of a symbol; redraws with every frame that changes it. Digits in lists are cheaper with
 * `quotes.subscribe`.
 */
export function useQuote(symbol: string): LiveQuote | undefined {
  return useSyncExternalStore(
    (listener) => realtime.quotes.subscribe(symbol, listener),
    () => realtime.quotes.get(symbol),
  )
}

/** Whether prices flow: `connecting`, `online`, `stale` or `offline`, and since when. */
export function useConnection(): ConnectionView {
  return useSyncExternalStore(realtime.subscribeConnection, realtime.connection)
}
