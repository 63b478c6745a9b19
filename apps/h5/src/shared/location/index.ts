/** Locations passed between the page that chooses one and the screens that requested it. */
export { chosenLocation } from './chosen-location.ts'
export type { LocationPurpose } from './chosen-location.ts'
export { coordinatesText, pointOf, roundedPoint } from './point.ts'
export type { Point } from './point.ts'
