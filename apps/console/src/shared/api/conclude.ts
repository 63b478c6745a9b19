import { showToast } from '@candor/ui'
import { refresh } from './api.ts'

/** The result of a call that changes something. */
export type Decided<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly msg: string }

export interface Conclusion<Value> {
  /** The queries to refetch: after a refusal as well, since what is shown may be outdated. */
  readonly changes: readonly { readonly path: string }[]
  /** The message of success. */
  readonly done: string | ((value: Value) => string)
}

/** After an act: refetches what it changes and says that it is done. Returns the server's refusal, or null. */
export function conclude<Value>(result: Decided<Value>, { changes, done }: Conclusion<Value>): string | null {
  refresh(...changes)
  if (!result.ok) return result.msg
  showToast('done', typeof done === 'string' ? done : done(result.value))
  return null
}
