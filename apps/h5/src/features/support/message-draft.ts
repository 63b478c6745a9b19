import { session } from '../../shared/device/index.ts'

let draft = ''
session.subscribeToken(() => {
  // The next customer must not see the previous one's data.
  draft = ''
})

/** The unsent message while another screen is open. Kept in memory only, while the app is open. */
export const messageDraft = {
  get: (): string => draft,
  set: (next: string): void => {
    draft = next
  },
}
