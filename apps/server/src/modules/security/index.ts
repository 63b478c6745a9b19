/** What guards a customer's money beside the login: the payment password, bound contacts, second factors, and limits that customers set themselves. */
export { createPaymentPasswords } from './payment-password-service.ts'
export type { PaymentPasswords } from './payment-password-service.ts'
export { paymentPasswordRoutes } from './security-routes.ts'
export { createCustomerLimits } from './limits-service.ts'
export type { CustomerLimits } from './limits-service.ts'
export { limitsRoutes } from './limits-routes.ts'
