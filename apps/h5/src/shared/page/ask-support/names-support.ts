import type { CallError } from '../../api/index.ts'

const names: ReadonlySet<CallError> = new Set<CallError>(['application-not-approved'])

/** Whether a refusal's text refers its reader to customer service. */
export function namesSupport(error: CallError): boolean {
  return names.has(error)
}
