import type { KycReason } from '@candor/api'
import type { Texts } from '../../shared/i18n/index.ts'

/** A reviewer's finding, and how to correct it. */
export function reasonText(t: Texts['t'], { code }: KycReason): string {
  return t(`kyc.reason.${code}`)
}
