/** What a screen shows to who is not verified. Its texts are the folder `verification`. */
export { UnverifiedState } from './unverified-state.tsx'
