import { expect, it } from 'vitest'
import { ensure, ProofError } from './index.ts'

it('names its kind, a code and a sentence', () => {
  const error = new ProofError('wrong-proof', 'The proof is wrong.')
  expect([error.name, error.code, error.message]).toEqual(['ProofError', 'wrong-proof', 'The proof is wrong.'])
  expect(error).toBeInstanceOf(Error)
})

it('is thrown unless a condition is true', () => {
  ensure(true, 'malformed', 'Not thrown.')
  expect(() => ensure(false, 'malformed', 'Thrown.')).toThrow(new ProofError('malformed', 'Thrown.'))
})
