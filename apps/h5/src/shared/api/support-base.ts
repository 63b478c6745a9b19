import { apiBaseOf } from './base.ts'

/** Where customer service answers. */
export const supportBase = apiBaseOf(window.location, import.meta.env.DEV, 'kefu')
