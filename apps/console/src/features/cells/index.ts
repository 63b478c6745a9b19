/** All cells of a platform side by side, and the withdrawals that wait in any of them. */
export { CellsPage } from './cells-page.tsx'
