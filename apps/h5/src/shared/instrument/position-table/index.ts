/** Open contracts as a table with their standing, for wide windows. Loaded late, with texts of its own. */
export { IfAllEnded, PositionTable } from './position-table.tsx'
