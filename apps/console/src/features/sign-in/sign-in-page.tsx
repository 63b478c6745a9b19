import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { operatorLogin } from '@candor/api/operator'
import { useBusy } from '@candor/client/react'
import { Button, CodeField, Field, Logo, Note, PasswordField } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call, forgetAll } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import type { BoundInput } from '../../shared/page/index.ts'
import { session, useSession } from '../../shared/device/index.ts'
import { afterRefusal, emptySignIn, signInErrors } from './sign-in-model.ts'
import type { SignInField, SignInForm } from './sign-in-model.ts'
import styles from './sign-in.module.css'

/** Account, password and a code of the authenticator. A password that was handed over is replaced in the same step. */
export function SignInPage() {
  const { hasEnded } = useSession()
  const [form, setForm] = useState<SignInForm>(emptySignIn)
  const [wasTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const faults = signInErrors(form)
  useEffect(() => {
    document.title = t('sign-in.title')
  }, [])

  const submit = async () => {
    setTried(true)
    setRefusal(null)
    if (Object.keys(faults).length > 0) return
    const { newPassword, account, ...rest } = form
    const input = { ...rest, account: account.trim(), ...(newPassword === null ? {} : { newPassword }) }
    const result = await during(call(operatorLogin, input))
    if (result.ok) {
      forgetAll()
      return session.signIn(result.value.token)
    }
    setTried(false)
    setRefusal(result.msg)
    setForm(afterRefusal(form, result.error))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const bind = (field: SignInField): BoundField => ({
    value: form[field] ?? '',
    onValue: (text) => setForm({ ...form, [field]: text }),
    error: wasTried && faults[field] !== undefined ? t(`sign-in.fault.${faults[field]}`) : null,
  })

  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={onSubmit} noValidate>
        <Logo height={26} />
        <div>
          <h1>{t('sign-in.title')}</h1>
          <p className={styles.lead}>{t('sign-in.lead')}</p>
        </div>
        {hasEnded ? <Note role="status">{t('sign-in.ended')}</Note> : null}
        <SignInFields form={form} bind={bind} />
        {refusal === null ? null : (
          <Note tone="attention" icon={<WarningCircleIcon size={18} />} role="status">
            {refusal}
          </Note>
        )}
        <Button type="submit" isBusy={isBusy}>
          {t('sign-in.submit')}
        </Button>
        <p className={styles.recorded}>{t('sign-in.recorded')}</p>
      </form>
    </main>
  )
}

interface BoundField extends BoundInput<string> {
  readonly error: string | null
}

interface FieldsProps {
  readonly form: SignInForm
  readonly bind: (field: SignInField) => BoundField
}

function SignInFields({ form, bind }: FieldsProps) {
  const reveal = { showLabel: t('sign-in.show'), hideLabel: t('sign-in.hide') }
  return (
    <>
      <Field
        label={t('sign-in.account')}
        {...bind('account')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
      />
      <PasswordField
        {...reveal}
        label={t('sign-in.password')}
        {...bind('password')}
        autoComplete="current-password"
        maxLength={128}
      />
      <CodeField
        label={t('sign-in.totp')}
        kind="digits"
        {...bind('totp')}
        progress={t('sign-in.totpProgress', { count: form.totp.length })}
      />
      {form.newPassword === null ? null : (
        <PasswordField
          {...reveal}
          label={t('sign-in.newPassword')}
          hint={t('sign-in.newPasswordHint')}
          {...bind('newPassword')}
          autoComplete="new-password"
          maxLength={128}
        />
      )}
    </>
  )
}
