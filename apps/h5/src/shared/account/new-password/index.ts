/**
 * A new login password: `usePasswordLength()` is what the form's rules take; `<NewPasswordFields bind label names />`
 * draws the password, how strong it is, and its repetition. Its texts are the folder `new-password`.
 */
export { NewPasswordFields } from './new-password-fields.tsx'
export { usePasswordLength } from './password-length.ts'
