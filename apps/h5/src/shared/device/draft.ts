import { session } from './session.ts'

/** Something that is being written while another screen is open. Kept in memory only, while the app is open. */
export interface DraftHolder<Draft> {
  readonly get: () => Draft | null
  readonly set: (draft: Draft | null) => void
}

/** Holds a draft until another customer signs in, who must not see it. */
export function holdDraft<Draft>(): DraftHolder<Draft> {
  let held: Draft | null = null
  session.subscribeToken(() => {
    held = null
  })
  return {
    get: () => held,
    set: (draft) => {
      held = draft
    },
  }
}
