/** Bank cards and wallet addresses as text and icons. Its texts are the folder `destination`. */
export { DestinationGlyph } from './destination-glyph.tsx'
export { destinationNumber, destinationTitle, shortNumber } from './destination-labels.ts'
export type { Destination } from './destination-labels.ts'
