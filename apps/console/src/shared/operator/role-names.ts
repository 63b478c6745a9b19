import type { OperatorRole } from '@candor/contract/operator'
import { t } from '../i18n/index.ts'

/** A role in words. */
export function roleName(role: OperatorRole): string {
  return t(`shared.role.${role}`)
}
