import type { Point } from '../../shared/location/index.ts'
import { session } from '../../shared/session/index.ts'

/** An address that is being written. */
export interface AddressDraft {
  readonly text: string
  readonly point: Point | null
}

let draft: AddressDraft | null = null
session.subscribeToken(() => {
  // Nothing of one customer may be seen by the next.
  draft = null
})

/** What was written, while the map is open. It lives as long as the app is open, and nowhere else. */
export const addressDraft = {
  get: (): AddressDraft | null => draft,
  set: (next: AddressDraft | null): void => {
    draft = next
  },
}
