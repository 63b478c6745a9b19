import { expect, test } from 'vitest'
import { passkeyCodeKey, passkeyProof } from './passkey-proof.ts'

const key = passkeyCodeKey('abcd-2345')
const made = { clientDataJSON: 'AAAA', attestationObject: 'BBBB' }

test('takes a code however it is typed', () => {
  expect(passkeyCodeKey(' ABCD 2345')).toEqual(key)
  expect(passkeyCodeKey('abcd-2346')).not.toEqual(key)
})

test('covers the code and both parts of the response', () => {
  const proof = passkeyProof(key, made)
  expect(proof).toMatch(/^[\w-]{43}$/)
  expect(passkeyProof(key, made)).toBe(proof)
  const others = [
    passkeyProof(passkeyCodeKey('other'), made),
    passkeyProof(key, { ...made, clientDataJSON: 'AAAB' }),
    passkeyProof(key, { ...made, attestationObject: 'BBBC' }),
    passkeyProof(key, { clientDataJSON: made.attestationObject, attestationObject: made.clientDataJSON }),
  ]
  expect(new Set([...others, proof]).size).toBe(5)
})
