import { useReducer, useRef, useState } from 'react'
import { userRegister } from '@candor/api'
import { Button, Note } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call, newRequestId } from '../../shared/api/index.ts'
import { focusFirstInvalid } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, navigation, Page, PageScreen, useRouteParams } from '../../shared/page/index.ts'
import { useMode } from '../../shared/money/index.ts'
import { afterSignIn } from './after-sign-in.ts'
import styles from './auth.module.css'
import { RegisterFields } from './register-fields.tsx'
import { emptyRegister, registerErrors, registerInput, registerReducer } from './register-form-model.ts'

/** The code of an invitation link: `?invite=` before the hash, or `?code=` inside it. */
function invitedBy(params: { readonly code?: string; readonly invite?: string }): string {
  return params.code ?? params.invite ?? new URLSearchParams(window.location.search).get('invite') ?? ''
}

/** The form starts over where another invitation link is followed while it is open. */
export function RegisterPage() {
  const { t } = useTexts()
  const params = useRouteParams('register')
  const code = invitedBy(params)
  return (
    <Page title={t('auth.register.title')}>
      <RegistrationForm key={code} inviteCode={code} from={params.from} />
    </Page>
  )
}

/** The form's state, and what sends it. */
function useRegistration(inviteCode: string, from: string | undefined) {
  const [form, dispatch] = useReducer(registerReducer, inviteCode, emptyRegister)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const submit = async () => {
    dispatch({ type: 'tried' })
    if (Object.keys(registerErrors({ ...form, refusedFields: {} })).length > 0)
      return focusFirstInvalid(element.current)
    setBusy(true)
    const result = await call(userRegister, registerInput(form, newRequestId()))
    setBusy(false)
    if (result.ok) return afterSignIn({ token: result.value.token, msg: result.msg, from })
    dispatch({ type: 'refused', error: result.error, msg: result.msg, fields: result.fields })
    focusFirstInvalid(element.current)
  }
  return { form, dispatch, isBusy, element, submit }
}

/** Creates an account, with a mobile number and a graphic code, or with an e-mail address and the code sent to it. */
function RegistrationForm({ inviteCode, from }: { readonly inviteCode: string; readonly from: string | undefined }) {
  const { t } = useTexts()
  const mode = useMode()
  const { form, dispatch, isBusy, element, submit } = useRegistration(inviteCode, from)
  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <PageScreen
        isForm
        hasDockLine
        dock={
          <>
            {mode === 'sandbox' ? <p className={styles.small}>{t('auth.register.note')}</p> : null}
            <Button type="submit" isBusy={isBusy}>
              {t('auth.register.submit')}
            </Button>
          </>
        }
      >
        <RegisterFields form={form} dispatch={dispatch} />
        {form.refusal === null ? null : (
          <div className={styles.refusal}>
            <Note tone="attention" role="status" icon={<WarningCircleIcon size={18} />}>
              {form.refusal}
            </Note>
          </div>
        )}
        <LoginLink from={from} />
      </PageScreen>
    </form>
  )
}

/** The way to the login, in the place of this page. */
function LoginLink({ from }: { readonly from: string | undefined }) {
  const { t } = useTexts()
  const params = from === undefined ? {} : { from }
  return (
    <p className={styles.below}>
      {t('auth.register.have')}{' '}
      <a
        className={styles.link}
        href={hrefOf('login', params)}
        onClick={(event) => {
          event.preventDefault()
          navigation.redirect('login', params)
        }}
      >
        {t('auth.login.submit')}
      </a>
    </p>
  )
}
