import type { InstrumentView } from '@candor/api'
import type { PriceBasis, SourceKind } from '../quote-feeds/index.ts'
import type { Instrument } from './catalogue.ts'
import type { RollTable } from './rolls.ts'

/** What customers are told of where a price comes from and what it stands for. */
export type PriceLabel = Pick<InstrumentView, 'basis' | 'exchangeSymbol' | 'contractMonth' | 'nextRollMs'>

/** What the labels are made of: the contract months, and what live prices of instruments stand for where it is not themselves. */
export interface PriceLabels {
  readonly rolls: RollTable
  readonly bases: ReadonlyMap<string, PriceBasis>
}

/**
 * Labels the price of an instrument at an instant. A live spot or CFD price is not the price of the exchange's contract, and a
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
