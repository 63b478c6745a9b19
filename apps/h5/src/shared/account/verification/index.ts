/** What a customer without a verified identity sees. Its texts are the folder `verification`. */
export { UnverifiedState } from './unverified-state.tsx'
export { WhenVerified } from './when-verified.tsx'
