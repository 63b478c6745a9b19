import { CallFailed } from '../api/index.ts'

/** Why a receipt, or what verifies it, could not be loaded; null where nothing failed. */
export function failureOf(error: Error | null): 'offline' | 'failed' | null {
  if (error === null) return null
  return error instanceof CallFailed && error.failure.error === 'network' ? 'offline' : 'failed'
}
