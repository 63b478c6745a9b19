/** Signing in, registering, and resetting a forgotten password. */
export { DisabledDialog } from './disabled-dialog.tsx'
export { ForgotPage } from './forgot-page.tsx'
export { LoginPage } from './login-page.tsx'
export { RegisterPage } from './register-page.tsx'
