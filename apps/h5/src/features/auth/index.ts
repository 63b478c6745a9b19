/** Signing in, registering, and a new password for who forgot it. */
export { ForgotPage } from './forgot-page.tsx'
export { LoginPage } from './login-page.tsx'
export { RegisterPage } from './register-page.tsx'
