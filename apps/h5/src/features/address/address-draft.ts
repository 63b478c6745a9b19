import type { Point } from '../../shared/forms/index.ts'
import { session } from '../../shared/device/index.ts'

/** An address that is being written. */
export interface AddressDraft {
  readonly text: string
  readonly point: Point | null
}

let draft: AddressDraft | null = null
session.subscribeToken(() => {
  // The next customer must not see the previous one's data.
  draft = null
})

/** The form's content while the map is open. Kept in memory only, while the app is open. */
export const addressDraft = {
  get: (): AddressDraft | null => draft,
  set: (next: AddressDraft | null): void => {
    draft = next
  },
}
