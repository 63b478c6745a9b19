import { useReducer, useRef, useState } from 'react'
import { userRegister } from '@candor/api'
import { showToast } from '@candor/ui'
import { usePasswordLength } from '../../shared/account/new-password/index.ts'
import { call, newRequestId } from '../../shared/api/index.ts'
import { focusFirstInvalid, RefusalNote } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, Page, useRouteParams } from '../../shared/page/index.ts'
import { useMode } from '../../shared/money/index.ts'
import { session } from '../../shared/device/index.ts'
import styles from './auth.module.css'
import { RegisterFields } from './register-fields.tsx'
import { emptyRegister, refusalOfForm, registerErrors, registerInput, registerReducer } from './register-form-model.ts'
import { SecondStepOffer } from './second-step-offer.tsx'
import { SignLink } from './sign-link.tsx'

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
function useRegistration(inviteCode: string, onRegistered: () => void) {
  const length = usePasswordLength()
  const [form, dispatch] = useReducer(registerReducer, inviteCode, emptyRegister)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const submit = async () => {
    dispatch({ type: 'tried' })
    if (Object.keys(registerErrors({ ...form, refusedFields: {} }, length)).length > 0)
      return focusFirstInvalid(element.current)
    setBusy(true)
    const result = await call(userRegister, registerInput(form, newRequestId()))
    setBusy(false)
    if (result.ok) {
      session.signIn(result.value.token)
      showToast('done', result.msg)
      return onRegistered()
    }
    dispatch({ type: 'refused', error: result.error, msg: result.msg, fields: result.fields })
    focusFirstInvalid(element.current)
  }
  return { form, length, dispatch, isBusy, element, submit }
}

/** Creates an account, with a mobile number and a graphic code, or with an e-mail address and the code sent to it. */
function RegistrationForm({ inviteCode, from }: { readonly inviteCode: string; readonly from: string | undefined }) {
  const { t } = useTexts()
  const mode = useMode()
  const [isRegistered, setRegistered] = useState(false)
  const { form, length, dispatch, isBusy, element, submit } = useRegistration(inviteCode, () => setRegistered(true))
  if (isRegistered) return <SecondStepOffer from={from} />
  const refusal = refusalOfForm(form)
  return (
    <FormScreen
      element={element}
      onSubmit={() => void submit()}
      submit={t('auth.register.submit')}
      isBusy={isBusy}
      dock={(button) => (
        <>
          {mode === 'sandbox' ? <p className={styles.small}>{t('auth.register.note')}</p> : null}
          {button}
        </>
      )}
    >
      <RegisterFields form={form} length={length} dispatch={dispatch} />
      {refusal === null ? null : (
        <div className={styles.refusal}>
          <RefusalNote text={refusal} />
        </div>
      )}
      <SignLink before={t('auth.register.have')} to="login" label={t('auth.login.submit')} from={from} />
    </FormScreen>
  )
}
