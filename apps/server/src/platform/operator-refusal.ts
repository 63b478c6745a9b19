/** The meaning of the SQLSTATEs raised by the operators' SQL functions and, for halted books, by the ledger. */
const refusals = {
  CL001: 'books-halted',
  CO001: 'not-logged-in',
  CO002: 'not-allowed',
  CO003: 'same-operator',
  CO004: 'already-decided',
  CO005: 'confirmation-required',
} as const

/** The refusal that a database error stands for, or null for an unexpected error. */
export function operatorRefusal(error: unknown): (typeof refusals)[keyof typeof refusals] | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const name = Object.keys(refusals).find((state): state is keyof typeof refusals => state === error.code)
  return name === undefined ? null : refusals[name]
}
