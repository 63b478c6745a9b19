import type { CandleInterval, CandleView } from '@candor/api'
import { textFrame } from '../../platform/websocket/index.ts'
import type { QuoteListener } from './quote-hub.ts'
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
  const audiences = new Map<string, CandleAudience>()
  const keyOf = new Map<QuoteListener, string>()

  const unsubscribe = (listener: QuoteListener): void => {
    const key = keyOf.get(listener)
    if (key === undefined) return
    keyOf.delete(listener)
    const audience = audiences.get(key)
    audience?.members.delete(listener)
    if (audience?.members.size === 0) audiences.delete(key)
  }

  return {
    unsubscribe,
    subscribe(listener, instrument, interval) {
      unsubscribe(listener)
      const key = `${instrument.symbol}:${interval}`
      const audience = audiences.get(key) ?? { instrument, interval, members: new Set<QuoteListener>(), sent: '' }
      audiences.set(key, audience)
      audience.members.add(listener)
      keyOf.set(listener, key)
    },
    broadcast() {
      for (const audience of audiences.values()) {
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
