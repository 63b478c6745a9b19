/** Theme and price colours of this device. */
export { themes } from '@candor/client'
export type { Theme } from '@candor/client'
export { useTheme } from '@candor/client/react'
export { appearance, applyAppearance, updowns, useHasChosenUpdown, useUpdown } from './appearance.ts'
export type { Updown } from './appearance.ts'
