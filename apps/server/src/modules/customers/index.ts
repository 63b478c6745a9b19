/** The operators' view of a customer across the products, and whether the account is enabled. */
export { customerOperatorRoutes } from './customers-operator-routes.ts'
