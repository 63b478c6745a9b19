import { keyboards, passwords } from 'virtual:common-passwords'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { unpackKeyboard, unpackWords } from './unpack-words.ts'

export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong'

const zxcvbn = new ZxcvbnFactory({
  dictionary: { 'passwords-common': unpackWords(passwords) },
  graphs: Object.fromEntries(Object.entries(keyboards).map(([name, packed]) => [name, unpackKeyboard(packed)])),
})

/** By zxcvbn's score. */
const strengths = ['weak', 'weak', 'fair', 'good', 'strong'] as const satisfies readonly PasswordStrength[]

/** How hard a password is to guess for a program that knows the commonest ones, keyboards, dates and these names. */
export function strengthOf(password: string, names: readonly string[]): PasswordStrength {
  const known = names.flatMap((name) => [name, name.split('@')[0] ?? '']).filter((name) => name !== '')
  return strengths[zxcvbn.check(password, known).score]
}
