/** This device: its push address, installing the app on it, and its photos before they leave it. */
export { addressOf, base64Url } from './push-address.ts'
export type { PushAddress } from './push-address.ts'
export { forgetRegisteredAddress, keepRegisteredAddress, registeredAddress } from './told-address.ts'
export { useInstalling } from './install-prompt.ts'
export { bitmapOf, drawnPhoto, jpegOf } from './photo-canvas.ts'
