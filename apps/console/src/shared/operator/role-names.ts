import type { OperatorAccess, OperatorRole } from '@candor/api/operator'
import { locale, t } from '../i18n/index.ts'

const lists = new Intl.ListFormat(locale, { type: 'disjunction' })

/** A role's name. */
export function roleName(role: OperatorRole): string {
  return t(`shared.role.${role}`)
}

/** The permitted roles as text: "identity reviewer, lead or auditor". Empty when all may. */
export function roleList(access: OperatorAccess): string {
  return typeof access === 'string' ? '' : lists.format(access.map(roleName))
}
