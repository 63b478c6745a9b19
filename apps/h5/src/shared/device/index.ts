/**
 * This device: the login and language that it keeps, its theme and price colours, its push address, installing the app
 * on it, and its photos before they leave it.
 */
export { session, useIsSignedIn } from './session.ts'
export { holdDraft } from './draft.ts'
export { supportToken } from './support-token.ts'
export { themes } from '@candor/client'
export type { Theme } from '@candor/client'
export { useTheme } from '@candor/client/react'
export { appearance, applyAppearance, updowns, useHasChosenUpdown, useUpdown } from './appearance.ts'
export type { Updown } from './appearance.ts'
export { addressOf, base64Url } from './push-address.ts'
export type { PushAddress } from './push-address.ts'
export { forgetRegisteredAddress, keepRegisteredAddress, registeredAddress } from './told-address.ts'
export { noteOpenedReceipt, useOpenedReceipt } from './opened-receipt.ts'
export { useInstalling } from './install-prompt.ts'
export { saveFile } from './save-file.ts'
export { bitmapOf, drawnPhoto, jpegOf } from './photo-canvas.ts'
