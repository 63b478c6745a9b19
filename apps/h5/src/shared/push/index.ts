/** Where this browser is told of things, for the app and its worker. */
export { addressOf, base64Url } from './push-address.ts'
export type { PushAddress } from './push-address.ts'
export { forgetToldAddress, keepToldAddress, toldAddress } from './told-address.ts'
