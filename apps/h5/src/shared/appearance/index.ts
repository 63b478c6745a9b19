/** Theme and price colours of this device. */
export { appearance, applyAppearance, themes, updowns, useHasChosenUpdown, useTheme, useUpdown } from './appearance.ts'
export type { Theme, Updown } from './appearance.ts'
