import type { ComponentProps } from 'react'
import { Field } from '@candor/ui'

/** The code of an authenticator, or a recovery code in its place: offered by the phone, and not corrected by it. */
export function AuthenticatorField(field: ComponentProps<typeof Field>) {
  return <Field {...field} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
}
