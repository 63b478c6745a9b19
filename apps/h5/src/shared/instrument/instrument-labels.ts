import type { InstrumentView } from '@candor/api'
import type { Texts } from '../i18n/index.ts'
import { commodityNames } from './commodity-names.ts'

/** The catalogue's fields of an instrument's name. */
export type NamedInstrument = Pick<InstrumentView, 'symbol' | 'category' | 'base' | 'quote' | 'name' | 'exchangeSymbol'>

/** The title of an instrument in the language of the customer: "Gold", "EUR/USD", "BTC/USDT". */
export function instrumentTitle({ t }: Pick<Texts, 't'>, instrument: NamedInstrument): string {
  if (instrument.category !== 'futures') return `${instrument.base}/${instrument.quote}`
  const name = commodityNames[instrument.symbol]
  return name === undefined ? instrument.name : t(name)
}

/** The fields of a name's second line. */
type DetailedInstrument = NamedInstrument & Pick<InstrumentView, 'basis' | 'contractMonth'>

/**
 * The second line: a commodity's futures contract ("NG · Dec 25") or its price's basis, the names of the currencies, or
 * the coin's name.
 */
export function instrumentDetail({ t, locale }: Texts, instrument: DetailedInstrument): string {
  switch (instrument.category) {
    case 'futures':
      if (instrument.basis !== 'own') return t(`instrument.basis.${instrument.basis}`)
      return instrument.contractMonth === null
        ? instrument.exchangeSymbol
        : `${instrument.exchangeSymbol} · ${monthName(locale, instrument.contractMonth)}`
    case 'forex':
      return `${currencyName(locale, instrument.base)} / ${currencyName(locale, instrument.quote)}`
    case 'crypto':
      return instrument.name.split(' / ')[0] ?? instrument.name
  }
}

const monthFormats = new Map<string, Intl.DateTimeFormat>()

/** "2025-12" as "Dec 25". */
function monthName(locale: string, month: string): string {
  const format =
    monthFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { year: '2-digit', month: 'short', timeZone: 'UTC' })
  monthFormats.set(locale, format)
  return format.format(new Date(`${month}-01T00:00:00Z`))
}

const currencyNames = new Map<string, Intl.DisplayNames>()

function currencyName(locale: string, code: string): string {
  const names = currencyNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'currency' })
  currencyNames.set(locale, names)
  return names.of(code) ?? code
}

/** The letters of a pair's glyph: two currency signs, or the coin's own letters. */
export function glyphLetters(instrument: NamedInstrument): string {
  return instrument.category === 'forex'
    ? currencySign(instrument.base) + currencySign(instrument.quote)
    : instrument.base.slice(0, 4)
}

/** Signs unknown to `Intl`, which returns the code. */
const knownSigns: Readonly<Partial<Record<string, string>>> = { CHF: 'Fr', CNH: '¥', ZAR: 'R', THB: '฿' }

function currencySign(code: string): string {
  const known = knownSigns[code]
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
  return sign.length > 2 ? code.slice(0, 1) : sign
}
