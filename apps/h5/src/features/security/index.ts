/** The security centre: login password, devices, sign-in history. */
export { LoginHistoryPage } from './login-history-page.tsx'
export { LoginPasswordPage } from './login-password-page.tsx'
export { PaymentPasswordPage } from './payment-password-page.tsx'
export { SecurityPage } from './security-page.tsx'
