/** Signing in, registering, the legal texts that a customer agrees to, and resetting a forgotten password. */
export { ConsentDialog } from './consent-dialog.tsx'
export { DisabledDialog } from './disabled-dialog.tsx'
export { ForgotPage } from './forgot-page.tsx'
export { LegalPage } from './legal-page.tsx'
export { LoginPage } from './login-page.tsx'
export { RegisterPage } from './register-page.tsx'
