import type { AdvertTermsVersion } from '@candor/api/operator'
import { hasReason, isWholeNumber } from '../../shared/approval/proposal-model.ts'

/** Terms of adverts as they are typed. */
export interface AdvertTermsForm {
  readonly bandBps: string
  readonly note: string
}

/** The form that shows the terms of now. */
export function advertFormOf({ bandBps }: AdvertTermsVersion): AdvertTermsForm {
  return { bandBps: String(bandBps), note: '' }
}

/** The form's error before it is sent. */
export function advertTermsError(
  { bandBps, note }: AdvertTermsForm,
  current: Pick<AdvertTermsVersion, 'bandBps'>,
): 'number' | 'same' | 'note' | null {
  if (!isWholeNumber(bandBps)) return 'number'
  if (Number(bandBps) === current.bandBps) return 'same'
  return hasReason(note) ? null : 'note'
}
