import { apiBaseOf } from './base.ts'

/** Customer service's base URL. */
export const supportBase = apiBaseOf(window.location, import.meta.env.DEV, 'kefu')
