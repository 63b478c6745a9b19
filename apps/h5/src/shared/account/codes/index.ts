/**
 * What a form asks to prove a mailbox or a person: `<EmailCode email purpose bound={…} />` sends a code and takes it;
 * `<CaptchaField round answer onAnswer …/>` asks for the characters of a picture, or lets the phone work instead.
 */
export { CaptchaField } from './captcha-field.tsx'
export { EmailCode } from './email-code.tsx'
