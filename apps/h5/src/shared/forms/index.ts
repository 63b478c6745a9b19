/** What every form shares. */
export { accountError, mobileDigits, newPasswordError } from './account-rules.ts'
export type { AccountKind } from './account-rules.ts'
export { fieldErrorKey } from './field-errors.ts'
export { focusFirstInvalid } from './focus-first-invalid.ts'
export { ChipRadios } from './chip-radios.tsx'
export { emptyTextForm, passwordPairErrors, shownErrors } from './text-form.ts'
export type { TextErrors, TextForm, TextFormAction } from './text-form.ts'
export { useTextForm } from './use-text-form.ts'
