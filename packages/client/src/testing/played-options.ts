/** What calls of a test have in common: an account, a language, and texts for failures. */
export const playedOptions = {
  base: 'https://api.test/api',
  token: () => 'secret',
  language: () => 'zh',
  timeoutMs: 1_000,
  texts: () => ({ network: 'no network', unknown: 'unknown', notLoggedIn: 'not logged in' }),
  onNotLoggedIn: () => undefined,
}
