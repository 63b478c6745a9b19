import { session } from './session.ts'

let token: string | null = null
session.subscribeToken(() => {
  // A signed-in customer has a login of their own.
  token = null
})

/**
 * A disabled account's token instead of a login: valid for customer service only. Kept in memory, while the app is
 * open.
 */
export const supportToken = {
  get: (): string | null => token,
  set: (next: string): void => {
    token = next
  },
}
