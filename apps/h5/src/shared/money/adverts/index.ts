/** A merchant's advert as numbers and text, shared by its card, form and page. */
export { faceOf, isMinimumWaived, remainingPercent } from './advert-model.ts'
export type { AdvertFace } from './advert-model.ts'
export { advertLimits, advertTexts, leftText, priceText, quantityText } from './advert-labels.ts'
