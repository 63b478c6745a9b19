import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { PasswordField } from '@candor/ui'
import type { BoundField, PasswordLength } from '../../forms/index.ts'
import { useTexts } from '../../i18n/index.ts'
import { PasswordMeter } from './password-meter.tsx'

export interface NewPasswordFieldsProps {
  readonly bind: (field: 'loginPassword' | 'loginPassword2') => BoundField
  readonly label: string
  readonly length: PasswordLength
  /** Names that the account is known by: a password made of them is weak. */
  readonly names: readonly string[]
}

/** A new login password with a meter of its strength, and its repetition. */
export function NewPasswordFields({ bind, label, length, names }: NewPasswordFieldsProps) {
  const { t } = useTexts()
  const labels = {
    showLabel: t('new-password.show'),
    hideLabel: t('new-password.hide'),
    autoComplete: 'new-password',
  }
  const password = bind('loginPassword')
  const repeated = bind('loginPassword2')
  const repetition = useRef<HTMLDivElement>(null)
  // Enter would submit the form, and mark the repetition that is not typed yet as missing.
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || password.value === '' || repeated.value !== '') return
    event.preventDefault()
    repetition.current?.querySelector('input')?.focus()
  }
  const limits = t('new-password.limits', { min: length.minLength, max: length.maxLength })
  return (
    <>
      <div>
        <PasswordField
          {...password}
          {...labels}
          label={label}
          aside={limits}
          enterKeyHint={repeated.value === '' ? 'next' : undefined}
          onKeyDown={goOn}
        />
        <PasswordMeter password={password.value} names={names} />
      </div>
      <div ref={repetition}>
        <PasswordField {...repeated} {...labels} label={t('new-password.repeat')} />
      </div>
    </>
  )
}
