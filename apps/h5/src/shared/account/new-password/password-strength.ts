import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong'

const zxcvbn = new ZxcvbnFactory({
  dictionary: { 'passwords-common': dictionary['passwords-common'] },
  graphs: adjacencyGraphs,
})

/** By zxcvbn's score. */
const strengths = ['weak', 'weak', 'fair', 'good', 'strong'] as const satisfies readonly PasswordStrength[]

/** How hard a password is to guess for a program that knows the commonest ones, keyboards, dates and these names. */
export function strengthOf(password: string, names: readonly string[]): PasswordStrength {
  const known = names.flatMap((name) => [name, name.split('@')[0] ?? '']).filter((name) => name !== '')
  return strengths[zxcvbn.check(password, known).score]
}
