import type { InstrumentView } from '@candor/api'
import type { PriceBasis, SourceKind } from '../quote-feeds/index.ts'
import type { Instrument } from './catalogue.ts'
import type { RollTable } from './rolls.ts'

/** What customers see about a price's origin and meaning. */
export type PriceLabel = Pick<InstrumentView, 'basis' | 'exchangeSymbol' | 'contractMonth' | 'nextRollMs'>

/**
 * The inputs of labels: contract months, and what live prices stand for where they are not the instrument's own market.
 */
export interface PriceLabels {
  readonly rolls: RollTable
  readonly bases: ReadonlyMap<string, PriceBasis>
}

/**
 * Labels the price of an instrument at an instant. A live spot or CFD price is not the exchange contract's price, and a
 * recorded one is of another month: neither names a contract.
 */
export function priceLabel(
  { rolls, bases }: PriceLabels,
  instrument: Instrument,
  kind: SourceKind,
  atMs: number | null,
): PriceLabel {
  const basis = kind === 'live' ? (bases.get(instrument.symbol) ?? 'own') : 'own'
  const { contractMonth, nextRollMs } =
    atMs === null ? { contractMonth: null, nextRollMs: null } : rolls.current(instrument, atMs)
  const isContract = basis === 'own' && kind !== 'replay'
  return {
    basis,
    exchangeSymbol: basis === 'own' ? instrument.exchangeSymbol : '',
    contractMonth: isContract ? contractMonth : null,
    nextRollMs: kind === 'replay' ? null : nextRollMs,
  }
}
