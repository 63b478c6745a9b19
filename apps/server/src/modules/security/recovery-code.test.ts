import { expect, it } from 'vitest'
import { plainRecoveryCode } from './recovery-code.ts'

it('a recovery code is the same in capitals and without its hyphen', () => {
  expect(plainRecoveryCode('ABCDE-12345')).toBe('abcde12345')
})
