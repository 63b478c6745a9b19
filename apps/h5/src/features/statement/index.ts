/** The customer's money: every movement, and the current state. */
export { StatementPage } from './statement-page.tsx'
export { AssetsPage } from './assets-page.tsx'
export { OwedPage } from './owed-page.tsx'
