import { PasswordField } from '@candor/ui'
import type { BoundField } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'

export interface PasswordPairProps {
  readonly bind: (field: 'loginPassword' | 'loginPassword2') => BoundField
  readonly label: string
}

/** A new login password, and its repetition. */
export function PasswordPair({ bind, label }: PasswordPairProps) {
  const { t } = useTexts()
  const labels = {
    showLabel: t('auth.password.show'),
    hideLabel: t('auth.password.hide'),
    autoComplete: 'new-password',
  }
  return (
    <>
      <PasswordField {...bind('loginPassword')} {...labels} label={label} aside={t('auth.password.limits')} />
      <PasswordField {...bind('loginPassword2')} {...labels} label={t('auth.password.repeat')} />
    </>
  )
}
