import type { InstrumentView } from '@candor/api'

/** An instrument for tests: bitcoin, open at all times, with two decimals. */
export function anInstrument(change: Partial<InstrumentView> = {}): InstrumentView {
  return {
    id: 1,
    symbol: 'BTCUSDT',
    category: 'crypto',
    base: 'BTC',
    quote: 'USDT',
    name: 'Bitcoin',
    exchangeSymbol: '',
    decimals: 2,
    calendar: 'crypto',
    source: 'simulated',
    basis: 'own',
    sources: [],
    entryDelayMs: 500,
    contractMonth: null,
    nextRollMs: null,
    state: 'open',
    isHalted: false,
    nextOpenMs: null,
    closesMs: null,
    ...change,
  }
}
