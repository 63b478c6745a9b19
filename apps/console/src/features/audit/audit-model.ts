import { idPattern } from '@candor/api'

/** The filter of audit rows, as typed. */
export interface AuditFilter {
  readonly action: string
  readonly subject: string
  readonly operatorId: string
}

export const noFilter: AuditFilter = { action: '', subject: '', operatorId: '' }

const patterns: Readonly<Record<keyof AuditFilter, RegExp>> = {
  action: /^[a-z.-]{1,64}$/,
  subject: /^[a-z-]{1,40}:\d{1,18}$/,
  operatorId: idPattern,
}

/** The filter in the server's form: empty and incomplete values are omitted. */
export function filterForm(filter: AuditFilter): Partial<AuditFilter> {
  return Object.fromEntries(fields(filter).filter(([field, text]) => patterns[field].test(text)))
}

/** Whether something was typed that cannot be a filter. */
export function isFilterWrong(filter: AuditFilter): boolean {
  return fields(filter).some(([field, text]) => text !== '' && !patterns[field].test(text))
}

function fields({ action, subject, operatorId }: AuditFilter): readonly (readonly [keyof AuditFilter, string])[] {
  return [
    ['action', action.trim()],
    ['subject', subject.trim()],
    ['operatorId', operatorId.trim()],
  ]
}

/** The screen on which the subject of a row is shown, and its id there. */
export function placeOfSubject(
  subject: string,
): { screen: 'reviews' | 'withdrawals' | 'recharges' | 'customers'; id: string } | null {
  const [kind, id] = subject.split(':')
  if (kind === undefined || id === undefined) return null
  switch (kind) {
    case 'kyc':
      return { screen: 'reviews', id }
    case 'withdrawal':
      return { screen: 'withdrawals', id }
    case 'deposit':
      return { screen: 'recharges', id }
    case 'customer':
      return { screen: 'customers', id }
    default:
      return null
  }
}
