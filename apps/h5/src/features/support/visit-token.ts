import { storedValue } from '@candor/client'

/** The token of a visitor's conversation; empty without one. It goes when a customer of this device signs out. */
export const visitToken = storedValue({ key: 'candor.own.visit', parse: (text) => text, fallback: '' })
