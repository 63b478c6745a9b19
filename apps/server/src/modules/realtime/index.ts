/** Fans out frames, candles and account events to sockets. */
export { createRealtimeService } from './realtime-service.ts'
export type { RealtimeDependencies, RealtimeService } from './realtime-service.ts'
export type { QuoteReader } from './quote-hub.ts'
