import type { AdvertView } from '@candor/api'
import { decimalsOf, formatMoney, formatPercent, formatPrice, formatSpan } from '../../i18n/index.ts'
import type { Texts } from '../../i18n/index.ts'
import { differencePercent, faceOf, isMinimumWaived } from './advert-model.ts'

/** Unit prices have at least so many decimals, trailing zeros included. */
const unitPriceDecimals = 4

/** USD for one USDT: "0.9990". */
export function priceText(locale: string, price: string): string {
  return formatPrice(locale, price, Math.max(unitPriceDecimals, decimalsOf(price)))
}

/** How much of something: round numbers without decimals ("12,400"), others as money ("12,400.50"). */
export function quantityText(locale: string, quantity: string): string {
  return decimalsOf(quantity) === 0 ? formatPrice(locale, quantity, 0) : formatMoney(locale, quantity)
}

/** How much of an advert is left. */
export function leftText({ t, locale }: Texts, advert: AdvertView): string {
  const total = quantityText(locale, advert.total)
  const face = faceOf(advert)
  if (face === 'empty' || (face === 'closed' && !/[1-9]/.test(advert.remaining)))
    return t('adverts.left.none', { total })
  return t('adverts.left', { remaining: quantityText(locale, advert.remaining), total })
}

/** The limits of one sale. */
export function advertLimits({ t, locale }: Texts, advert: AdvertView): string {
  const maximum = quantityText(locale, advert.maximum)
  if (advert.isOpen && isMinimumWaived(advert)) return t('adverts.limits.waived', { maximum })
  return t('adverts.limits', { minimum: quantityText(locale, advert.minimum), maximum })
}

/** How fast the desk pays. */
function confirmsText({ t, locale }: Texts, { timeLimitMs }: AdvertView): string {
  return timeLimitMs === null ? t('adverts.atOnce') : t('adverts.within', { span: formatSpan(locale, timeLimitMs) })
}

/** What a customer reads of an advert. `difference` is against the official price; null without one. */
export function advertTexts(texts: Texts, advert: AdvertView, referencePrice: string | null) {
  const { locale } = texts
  const difference = differencePercent(advert.unitPrice, referencePrice)
  return {
    price: priceText(locale, advert.unitPrice),
    difference: difference === null ? null : formatPercent(locale, difference, { decimals: 2, sign: 'result' }),
    left: leftText(texts, advert),
    limits: advertLimits(texts, advert),
    confirms: confirmsText(texts, advert),
  }
}
