/** A merchant's advert as numbers and text, shared by its card, form and page. */
export { differencePercent, faceOf, isMinimumWaived, remainingPercent } from './advert-model.ts'
export type { AdvertFace } from './advert-model.ts'
export { advertLimits, confirmsText, leftText, priceText, quantityText } from './advert-labels.ts'
