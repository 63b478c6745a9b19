/** What the contract page has in wide windows only. Loaded late, with its own texts. */
export { OpenContracts } from './open-contracts.tsx'
export { PriceLogCard } from '../../../shared/proof/price-log/index.ts'
