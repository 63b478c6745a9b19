import type { OperatorAccess, OperatorRole } from '@candor/api/operator'

/**
 * Whether these roles may call operations open to `access`. The server decides again; this only affects the display.
 */
export function isAllowed(access: OperatorAccess, roles: readonly OperatorRole[]): boolean {
  if (access === 'public' || access === 'any') return true
  return access.some((role) => roles.includes(role))
}
