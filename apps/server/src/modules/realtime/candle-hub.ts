import type { CandleInterval, CandleView } from '@candor/contract'
import { formatDecimal } from '@candor/money'
import { textFrame } from '../../platform/websocket/index.ts'
import type { FannedFrame, FannedInstrument } from './realtime.ts'
import type { QuoteListener } from './quote-hub.ts'

const intervalMs: Readonly<Record<CandleInterval, number>> = {
  '1s': 1_000,
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
}

interface Growing {
  startMs: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
}

interface CandleAudience {
  readonly instrument: FannedInstrument
  readonly interval: CandleInterval
  readonly members: Set<QuoteListener>
  growing: Growing | null
}

export interface CandleHub {
  subscribe(listener: QuoteListener, instrument: FannedInstrument, interval: CandleInterval): void
  unsubscribe(listener: QuoteListener): void
  broadcast(frame: FannedFrame, slotStartMs: number): void
}

/** Reads the newest stored candle of an instrument, so that a candle in progress continues where the store stands. */
export type ReadNewestCandle = (symbol: string, interval: CandleInterval) => Promise<CandleView | null>

/**
 * Makes the fan-out of growing candles. A candle is built from open frames only, and starts from the stored one;
 * its volume stays that of the store, since frames carry none.
 */
export function createCandleHub(parseTicks: (text: string, decimals: number) => bigint, readNewest: ReadNewestCandle): CandleHub {
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

  const resume = async (audience: CandleAudience): Promise<void> => {
    const stored = await readNewest(audience.instrument.symbol, audience.interval)
    if (stored === null) return
    const [startMs, open, high, low, close] = stored
    const [openTicks = 0n, highTicks = 0n, lowTicks = 0n, closeTicks = 0n] = [open, high, low, close].map((text) =>
      parseTicks(text, audience.instrument.decimals),
    )
    if (audience.growing === null) audience.growing = { startMs, open: openTicks, high: highTicks, low: lowTicks, close: closeTicks }
    else if (audience.growing.startMs === startMs) audience.growing = joined({ startMs, open: openTicks, high: highTicks, low: lowTicks, close: closeTicks }, audience.growing)
  }

  return {
    unsubscribe,
    subscribe(listener, instrument, interval) {
      unsubscribe(listener)
      const key = `${instrument.symbol}:${interval}`
      let audience = audiences.get(key)
      if (audience === undefined) {
        audience = { instrument, interval, members: new Set(), growing: null }
        audiences.set(key, audience)
        void resume(audience)
      }
      audience.members.add(listener)
      keyOf.set(listener, key)
    },
    broadcast(frame, slotStartMs) {
      for (const audience of audiences.values()) {
        const ticks = frame.prices[audience.instrument.id - 1]
        if (ticks === undefined || frame.states[audience.instrument.id - 1] !== openState) continue
        audience.growing = grown(audience.growing, ticks, Math.floor(slotStartMs / intervalMs[audience.interval]) * intervalMs[audience.interval])
        const bytes = textFrame(candleMessage(audience, audience.growing))
        for (const listener of audience.members) listener.connection.write(bytes)
      }
    },
  }
}

const openState = 1

function grown(before: Growing | null, ticks: bigint, startMs: number): Growing {
  if (before === null || before.startMs !== startMs) return { startMs, open: ticks, high: ticks, low: ticks, close: ticks }
  return { ...before, high: before.high > ticks ? before.high : ticks, low: before.low < ticks ? before.low : ticks, close: ticks }
}

function joined(earlier: Growing, later: Growing): Growing {
  return {
    startMs: earlier.startMs,
    open: earlier.open,
    high: earlier.high > later.high ? earlier.high : later.high,
    low: earlier.low < later.low ? earlier.low : later.low,
    close: later.close,
  }
}

function candleMessage(audience: CandleAudience, candle: Growing): string {
  const { instrument, interval } = audience
  const prices = [candle.open, candle.high, candle.low, candle.close].map((ticks) => formatDecimal(ticks, instrument.decimals))
  return JSON.stringify({ op: 'candle', symbol: instrument.symbol, interval, candle: [candle.startMs, ...prices, '0'] })
}
