/** What every form shares. */
export { fieldErrorKey } from './field-errors.ts'
export { focusFirstInvalid } from './focus-first-invalid.ts'
export { ChipRadios } from './chip-radios.tsx'
