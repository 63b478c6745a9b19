import { ProofError } from './errors.ts'
import type { ProofErrorCode } from './errors.ts'

/** The code of the ProofError that the call throws, or null where it throws none. Any other error passes through. */
export function refusal(call: () => unknown): ProofErrorCode | null {
  try {
    call()
    return null
  } catch (error) {
    if (error instanceof ProofError) return error.code
    throw error
  }
}

/** As `refusal`, for a promise. */
export async function refusalOf(call: Promise<unknown>): Promise<ProofErrorCode | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof ProofError) return error.code
    throw error
  }
}
