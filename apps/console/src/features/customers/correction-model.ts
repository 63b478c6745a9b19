/** A correction as it is typed. */
export interface CorrectionForm {
  readonly amount: string
  readonly note: string
}

const amountPattern = /^-?\d{1,9}(\.\d{1,6})?$/
const noteLength = 3

/** The error of a correction before it is sent: it must move something, and give a reason. */
export function correctionError({ amount, note }: CorrectionForm): 'amount' | 'note' | null {
  const plain = plainAmount(amount)
  if (!amountPattern.test(plain) || !/[1-9]/.test(plain)) return 'amount'
  return note.trim().length < noteLength ? 'note' : null
}

/** The amount in the server's form: a typographic minus is accepted, too. */
export function plainAmount(amount: string): string {
  return amount.trim().replace('\u2212', '-')
}
