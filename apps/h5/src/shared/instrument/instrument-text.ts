import type { InstrumentView } from '@candor/contract'
import type { Texts } from '../i18n/index.ts'
import { commoditySigns } from './commodity-signs.ts'

/** What an instrument is named by: the catalogue's own fields. */
export type NamedInstrument = Pick<InstrumentView, 'symbol' | 'category' | 'base' | 'quote' | 'name' | 'exchangeSymbol'>

/** The title of an instrument in the language of the customer: "Gold", "EUR/USD", "BTC/USDT". */
export function instrumentTitle({ t }: Texts, instrument: NamedInstrument): string {
  if (instrument.category !== 'futures') return `${instrument.base}/${instrument.quote}`
  const sign = commoditySigns[instrument.symbol]
  return sign === undefined ? instrument.name : t(sign.name)
}

/** The second line: the exchange's symbol of a commodity, the names of the currencies, the name of the coin. */
export function instrumentDetail({ locale }: Texts, instrument: NamedInstrument): string {
  switch (instrument.category) {
    case 'futures':
      return instrument.exchangeSymbol
    case 'forex':
      return `${currencyName(locale, instrument.base)} / ${currencyName(locale, instrument.quote)}`
    case 'crypto':
      return instrument.name.split(' / ')[0] ?? instrument.name
  }
}

const currencyNames = new Map<string, Intl.DisplayNames>()

function currencyName(locale: string, code: string): string {
  const names = currencyNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'currency' })
  currencyNames.set(locale, names)
  return names.of(code) ?? code
}

/** The letters of a pair's glyph: two currency signs, or the coin's own letters. */
export function glyphLetters(instrument: NamedInstrument): string {
  return instrument.category === 'forex' ? currencySign(instrument.base) + currencySign(instrument.quote) : instrument.base.slice(0, 4)
}

/** Signs that `Intl` does not know: it answers the code. */
const knownSigns: Readonly<Partial<Record<string, string>>> = { CHF: 'Fr', CNH: '¥', ZAR: 'R', THB: '฿' }

function currencySign(code: string): string {
  const known = knownSigns[code]
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
  return sign.length > 2 ? code.slice(0, 1) : sign
}
