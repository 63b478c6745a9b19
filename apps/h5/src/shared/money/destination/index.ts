/** Bank cards and wallet addresses in words and signs, wherever money goes to one. Its texts are the folder `destination`. */
export { DestinationGlyph } from './destination-glyph.tsx'
export { destinationNumber, destinationTitle, shortNumber } from './destination-words.ts'
export type { Destination } from './destination-words.ts'
