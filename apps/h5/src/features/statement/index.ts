/** The customer's money: every movement of it, and where it stands now. */
export { StatementPage } from './statement-page.tsx'
export { AssetsPage } from './assets-page.tsx'
