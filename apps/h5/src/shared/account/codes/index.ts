/**
 * A form's proof of a mailbox or a person: `<EmailCode email purpose bound={…} />` sends a code and takes it;
 * `solveSilently()` lets the phone compute a proof of work; where it cannot, `<CaptchaField round answer onAnswer …/>`
 * asks for the characters of a picture.
 */
export { CaptchaField } from './captcha-field.tsx'
export { EmailCode } from './email-code.tsx'
export { solveSilently } from './solve-silently.ts'
