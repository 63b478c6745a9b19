import type { OperatorAccess, OperatorRole } from '@candor/api/operator'

/** Whether somebody with these roles may call what is open to `access`. The server decides again; this only decides what is drawn. */
export function isAllowed(access: OperatorAccess, roles: readonly OperatorRole[]): boolean {
  if (access === 'public' || access === 'any') return true
  return access.some((role) => roles.includes(role))
}
