import type { CandleInterval, CandleView } from '@candor/api'
import { textFrame } from '../../platform/websocket/index.ts'
import { Audiences } from './audiences.ts'
import type { QuoteListener } from './audiences.ts'
import type { FannedInstrument } from './realtime.ts'

/** Reads the candle in progress of an instrument, or null before its first price. */
export type ReadCandle = (instrumentId: number, interval: CandleInterval) => CandleView | null

interface CandleAudience {
  readonly instrument: FannedInstrument
  readonly interval: CandleInterval
  readonly members: Set<QuoteListener>
  /** The message sent last: a candle that did not change is not sent again. */
  sent: string
}

export interface CandleHub {
  /** Replaces the listener's candle subscription. */
  subscribe(listener: QuoteListener, instrument: FannedInstrument, interval: CandleInterval): void
  unsubscribe(listener: QuoteListener): void
  /** Sends the candles in progress that changed; call it after each frame. */
  broadcast(): void
}

/** Creates the fan-out of candles in progress: one message per instrument and interval, shared by all listeners. */
export function createCandleHub(readCandle: ReadCandle): CandleHub {
  const audiences = new Audiences<CandleAudience>()
  return {
    unsubscribe: (listener) => audiences.remove(listener),
    subscribe(listener, instrument, interval) {
      const key = `${instrument.symbol}:${interval}`
      audiences
        .move(listener, key, () => ({ instrument, interval, members: new Set<QuoteListener>(), sent: '' }))
        .members.add(listener)
    },
    broadcast() {
      for (const audience of audiences.all()) {
        const candle = readCandle(audience.instrument.id, audience.interval)
        if (candle === null) continue
        const text = JSON.stringify({
          op: 'candle',
          symbol: audience.instrument.symbol,
          interval: audience.interval,
          candle,
        })
        if (text === audience.sent) continue
        audience.sent = text
        const bytes = textFrame(text)
        for (const listener of audience.members) listener.connection.write(bytes)
      }
    },
  }
}
