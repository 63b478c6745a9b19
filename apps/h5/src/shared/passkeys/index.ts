/** Passkeys of this device: `makePasskey(loginPassword, name)` and `signInWithPasskey()`. The browser's own part is loaded when it is asked for. */
export { canUsePasskeys, makePasskey, signInWithPasskey } from './passkeys.ts'
