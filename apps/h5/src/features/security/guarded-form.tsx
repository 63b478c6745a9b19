import type { ReactNode } from 'react'
import { Button, Note, PasswordField, showToast } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import type { CallResult } from '../../shared/api/index.ts'
import { fieldErrorKey, shownErrors, useTextForm } from '../../shared/forms/index.ts'
import type { TextErrors, TextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { navigation, Page, PageScreen } from '../../shared/page/index.ts'
import styles from './security-page.module.css'

/** A field of the form. */
export interface BoundField {
  readonly value: string
  readonly onValue: (text: string) => void
  readonly onBlur: () => void
  readonly error: string | null
}

export interface GuardedFormProps<Field extends string> {
  readonly title: string
  readonly lead: string
  readonly submit: string
  readonly empty: TextForm<Field | 'loginPassword'>
  /** Errors that this phone can detect besides a missing login password. */
  readonly errors: (texts: Readonly<Record<Field | 'loginPassword', string>>) => TextErrors<Field | 'loginPassword'>
  /** The field of a refusal, and its text there. */
  readonly refused: Readonly<Record<string, { readonly field: Field; readonly text: string }>>
  readonly send: (texts: Readonly<Record<Field | 'loginPassword', string>>) => Promise<CallResult<unknown>>
  /** Called on success; the default returns to where it was opened. */
  readonly done?: () => void
  readonly fields: (
    bind: (field: Field) => BoundField,
    texts: Readonly<Record<Field | 'loginPassword', string>>,
  ) => ReactNode
  readonly below?: ReactNode
}

/** A form that changes account protection: its own fields, and the login password. */
export function GuardedForm<Field extends string>(props: GuardedFormProps<Field>) {
  const { t } = useTexts()
  return (
    <Page title={props.title} signedOut={t('security.signedOut')}>
      <SignedInForm {...props} />
    </Page>
  )
}

function SignedInForm<Field extends string>(props: GuardedFormProps<Field>) {
  const { t } = useTexts()
  const errorsOf = ({ texts }: TextForm<Field | 'loginPassword'>): TextErrors<Field | 'loginPassword'> => ({
    ...props.errors(texts),
    ...(texts.loginPassword === '' ? { loginPassword: 'required' } : {}),
  })
  const { form, dispatch, isBusy, element, onSubmit } = useTextForm<Field | 'loginPassword', unknown>({
    empty: props.empty,
    errors: errorsOf,
    refusedField: (error) => (error === 'wrong-login-password' ? 'loginPassword' : props.refused[error]?.field),
    send: ({ texts }) => props.send(texts),
    done: (msg) => {
      if (msg !== '') showToast('done', msg)
      ;(props.done ?? (() => navigation.back()))()
    },
  })
  const errors = shownErrors(form, errorsOf(form))
  const bind = (field: Field | 'loginPassword'): BoundField => {
    const error = errors[field]
    const key = error === 'refused' ? null : fieldErrorKey(error)
    const refusedText =
      field === 'loginPassword'
        ? t('security.wrongLogin')
        : Object.values(props.refused).find((one) => one.field === field)?.text
    return {
      value: form.texts[field],
      onValue: (text) => dispatch({ type: 'text', field, text }),
      onBlur: () => dispatch({ type: 'left', field }),
      error: error === 'refused' ? (refusedText ?? null) : key === null ? null : t(key),
    }
  }
  return (
    <form ref={element} noValidate className={styles.form} onSubmit={onSubmit}>
      <PageScreen
        isForm
        hasDockLine
        dock={
          <Button type="submit" isBusy={isBusy}>
            {props.submit}
          </Button>
        }
      >
        <p className={styles.lead}>{props.lead}</p>
        <div className={styles.fields}>
          {props.fields(bind, form.texts)}
          <LoginPasswordField {...bind('loginPassword')} />
          {form.refusal === null ? null : (
            <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
              {form.refusal}
            </Note>
          )}
        </div>
        {props.below}
      </PageScreen>
    </form>
  )
}

/** The login password, required before an act that a stolen session must not perform. */
export function LoginPasswordField(bound: BoundField) {
  const { t } = useTexts()
  return (
    <PasswordField
      {...bound}
      label={t('security.password')}
      showLabel={t('security.change.show')}
      hideLabel={t('security.change.hide')}
      autoComplete="current-password"
    />
  )
}
