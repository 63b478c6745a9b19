/** How operators sign in. */
export { SignInPage } from './sign-in-page.tsx'
