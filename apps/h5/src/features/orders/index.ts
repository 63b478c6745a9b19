export { ContractOrdersPage } from './contract-orders-page.tsx'
