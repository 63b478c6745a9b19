import type { KycReason } from '@candor/api'
import type { Texts } from '../../shared/i18n/index.ts'

/** What an operator found, and how to put it right. */
export function reasonText(t: Texts['t'], { code }: KycReason): string {
  return t(`kyc.reason.${code}`)
}
