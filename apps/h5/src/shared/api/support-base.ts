import { apiBaseOf } from '@candor/client/api-base'

/** Customer service's base URL. */
export const supportBase = apiBaseOf(window.location, import.meta.env.DEV, 'kefu')
