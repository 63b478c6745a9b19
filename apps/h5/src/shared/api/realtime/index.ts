/**
 * The app's live data: one socket to `/ws`.
 * - `realtime.watchQuotes({ category? , symbols? })` and `realtime.watchCandles({ symbol, interval }, onCandle)` in an
 * effect; each returns its stop function.
 * - `realtime.quotes.subscribe(symbol, (quote) => …)` to write digits to the DOM, `useQuote(symbol)` to draw with
 * React, `realtime.quotes.seed(items, atMs)` with `market/quotes`, `realtime.quotes.newestSlot()` for `seenSlot`.
 * - `realtime.clock.nowMs()` (server time), `.slot()`, `.genesisMs()` for countdowns and ages.
 * - `useConnection()` → `{ phase: 'connecting' | 'online' | 'stale' | 'offline', sinceMs }`; `realtime.onReconnect(fn)`
 * to refetch what a disconnect may have missed.
 * - `realtime.onAccountEvent(fn)`: own orders and balances. The app already writes them to the query cache.
 */
export { realtime, startRealtime, useConnection, useQuote } from './app-realtime.ts'
export { useServerNow } from './use-server-now.ts'
export type { LiveQuote } from './quote-book.ts'
export type { ConnectionView } from './liveness.ts'
export type { Realtime } from './realtime.ts'
