/**
 * A form's proof of a mailbox or a person: `<EmailCode email purpose bound={…} />` sends a code and takes it;
 * `<CaptchaField round answer onAnswer …/>` asks for the characters of a picture, or lets the phone compute a proof of
 * work.
 */
export { CaptchaField } from './captcha-field.tsx'
export { EmailCode } from './email-code.tsx'
