/** The open contracts of the contract page as a table, for wide windows. Loaded late, with its own texts. */
export { PositionTable } from './position-table.tsx'
