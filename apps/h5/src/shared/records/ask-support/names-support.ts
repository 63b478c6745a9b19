import type { CallError } from '../../api/index.ts'

const names: ReadonlySet<CallError> = new Set<CallError>(['application-not-approved'])

/** Whether the text of a refusal tells its reader to ask customer service. */
export function namesSupport(error: CallError): boolean {
  return names.has(error)
}
