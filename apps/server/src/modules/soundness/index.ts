/** Whether the books are sound: checks the ledger against its own invariants and those of every product that books. */
export { checkLedger, startLedgerChecker } from './ledger-check.ts'
