import type { KycReason } from '@candor/api'
import { t } from '../../shared/i18n/index.ts'

/** A reason's target: a photo or a part of the data. */
export function targetWord(target: KycReason['target']): string {
  return target === 'front' || target === 'back'
    ? t(`reviews.side.${target}`).toLocaleLowerCase()
    : t(`reviews.target.${target}`)
}

/** Reasons in a line: "front: blurred, name: differs from the document". */
export function reasonLabel(reasons: readonly KycReason[]): string {
  return reasons.map(({ target, code }) => `${targetWord(target)}: ${t(`reviews.code.${code}`)}`).join(', ')
}
