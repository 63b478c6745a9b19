/** What operators see of a customer, across the products, and whether the account may be used. */
export { customerOperatorRoutes } from './customers-operator-routes.ts'
