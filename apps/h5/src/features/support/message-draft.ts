import { session } from '../../shared/session/index.ts'

let draft = ''
session.subscribeToken(() => {
  // Nothing of one customer may be seen by the next.
  draft = ''
})

/** What is being written, while another screen is open. It lives as long as the app is open, and nowhere else. */
export const messageDraft = {
  get: (): string => draft,
  set: (next: string): void => {
    draft = next
  },
}
