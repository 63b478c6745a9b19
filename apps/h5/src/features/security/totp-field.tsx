import type { ComponentProps } from 'react'
import { Field } from '@candor/ui'
import { useTexts } from '../../shared/i18n/index.ts'

/** The code of the second step, or a recovery code in its place. */
export function TotpField(bound: Pick<ComponentProps<typeof Field>, 'value' | 'onValue' | 'onBlur' | 'error'>) {
  const { t } = useTexts()
  return (
    <Field
      {...bound}
      isMono
      label={t('security.totp.codeOrRecovery')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
