/** Success texts, word for word those of the specification, by the name that operations use. */
export const successNames = [
  'login-successful',
  'exit-successful',
  'registration-successful',
  'modification-successful',
  'order-placed',
  'swap-successful',
  'added-successfully',
  'submitted-for-review',
] as const

export type SuccessName = (typeof successNames)[number]
