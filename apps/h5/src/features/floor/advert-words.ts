import type { AdvertView } from '@candor/contract'
import { decimalsOf, formatMoney, formatPrice } from '../../shared/format/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { faceOf } from './advert-model.ts'
import { isMinimumWaived } from './sell-form-model.ts'

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
  if (face === 'empty' || (face === 'closed' && !/[1-9]/.test(advert.remaining))) return t('floor.left.none', { total })
  return t('floor.left', { remaining: quantityText(locale, advert.remaining), total })
}

/** What one sale may be. */
export function advertLimits({ t, locale }: Texts, advert: AdvertView): string {
  const maximum = quantityText(locale, advert.maximum)
  if (advert.isOpen && isMinimumWaived(advert)) return t('floor.limits.waived', { maximum })
  return t('floor.limits', { minimum: quantityText(locale, advert.minimum), maximum })
}
