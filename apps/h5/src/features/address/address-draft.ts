import type { Point } from '../../shared/forms/index.ts'
import { holdDraft } from '../../shared/device/index.ts'

/** An address that is being written. */
export interface AddressDraft {
  readonly text: string
  readonly point: Point | null
}

/** The form's content while the map is open. */
export const addressDraft = holdDraft<AddressDraft>()
