import type { ComponentProps } from 'react'
import { AuthenticatorField } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'

/** The code of the second step, or a recovery code in its place. */
export function TotpField(
  bound: Pick<ComponentProps<typeof AuthenticatorField>, 'value' | 'onValue' | 'onBlur' | 'error'>,
) {
  const { t } = useTexts()
  return <AuthenticatorField {...bound} isMono label={t('security.totp.codeOrRecovery')} />
}
