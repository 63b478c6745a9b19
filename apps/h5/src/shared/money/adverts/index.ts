/** What a desk of the trading floor buys USDT for, in numbers and words that its card, its form and its page share. */
export { differencePercent, faceOf, isMinimumWaived, remainingPercent } from './advert-model.ts'
export type { AdvertFace } from './advert-model.ts'
export { advertLimits, confirmsText, leftText, priceText, quantityText } from './advert-words.ts'
