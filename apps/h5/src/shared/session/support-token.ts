import { session } from './session.ts'

let token: string | null = null
session.subscribeToken(() => {
  // Whoever signs in has a login of their own.
  token = null
})

/** What a disabled account gets instead of a login: it opens customer service and nothing else. It lives as long as the app is open. */
export const supportToken = {
  get: (): string | null => token,
  set: (next: string): void => {
    token = next
  },
}
