import type { InstrumentView } from '@candor/api'

/**
 * The instrument of somebody who has chosen none: the one whose market never closes where it is open, else the first
 * open mover, else the first open one of all. Null without instruments.
 */
export function triedInstrument<Instrument extends Pick<InstrumentView, 'symbol' | 'state' | 'isHalted'>>(
  movers: readonly { readonly symbol: string }[],
  instruments: readonly Instrument[],
): Instrument | null {
  const isOpen = ({ state, isHalted }: Instrument) => state === 'open' && !isHalted
  const named = (symbol: string) => instruments.find((one) => one.symbol === symbol)
  const candidates = ['BTCUSDT', ...movers.map(({ symbol }) => symbol)].flatMap((symbol) => named(symbol) ?? [])
  return candidates.find(isOpen) ?? instruments.find(isOpen) ?? candidates[0] ?? instruments[0] ?? null
}
