/**
 * A form's proof of a mailbox or a person: `<EmailCode email purpose bound={…} />` sends a code and takes it;
 * `sendProven({ answer, send })` sends a form with a captcha that the phone solves by itself; where it cannot,
 * `<CaptchaField round answer onAnswer …/>` asks for the characters of a picture. `solveSilently()` is the phone's
 * part.
 */
export { CaptchaField } from './captcha-field.tsx'
export { EmailCode } from './email-code.tsx'
export { sendProven } from './send-proven.ts'
export { solveSilently } from './solve-silently.ts'
