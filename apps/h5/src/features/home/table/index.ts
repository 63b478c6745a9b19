/** The open contracts of the home screen as a table, for windows with room for it. Loaded late, with its own texts. */
export { HomePositions } from './home-positions.tsx'
