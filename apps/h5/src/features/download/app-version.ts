/** The version of the app, as the specification names it; the server has its own. */
export const appVersion = '1.0.9'
