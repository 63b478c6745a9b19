import type { FieldErrorName } from '@candor/api'
import { dictionary } from '@zxcvbn-ts/language-common'

/** The lengths that a new login password may have. */
export interface PasswordLength {
  readonly min: number
  readonly max: number
}

/** What a new login password has to meet, besides the schema of the contract. */
export interface PasswordRules {
  readonly length: PasswordLength
  /** Returns the rule that a password breaks, or null. `names` are those that the account is known by. */
  brokenBy(password: string, names: readonly (string | null)[]): FieldErrorName | null
}

/** The number of the commonest passwords that are refused. */
const refusedCount = 10_000

/** A name with this many characters besides is still the name. */
const mostBesideName = 3

/** Names that everybody here has in mind: those of the product. */
const ownWords = ['candor']

/** A shorter name is a part of too many passwords. */
const leastName = 4

/** Makes the rules. The list is ordered by how often a password was found in leaks. */
export function createPasswordRules(length: PasswordLength): PasswordRules {
  const fits = (text: string) => text.length >= length.min && text.length <= length.max
  const common = new Set(dictionary['passwords-common'].filter(fits).slice(0, refusedCount))
  return {
    length,
    brokenBy(password, names) {
      if (password.length < length.min) return 'too-short'
      if (password.length > length.max) return 'too-long'
      const plain = password.toLowerCase()
      return common.has(plain) || [...ownWords, ...names].some((name) => isNameOf(plain, name)) ? 'too-common' : null
    },
  }
}

/** Whether a password, in lower case, is little more than a name, or than the part of an address before its sign. */
function isNameOf(plain: string, name: string | null): boolean {
  if (name === null) return false
  const whole = name.toLowerCase()
  return [whole, whole.split('@')[0] ?? ''].some(
    (part) => part.length >= leastName && plain.includes(part) && plain.length - part.length <= mostBesideName,
  )
}
