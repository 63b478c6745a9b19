import { useEffect, useReducer, useRef, useState } from 'react'
import { legalDocuments, userRegister } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { sendProven } from '../../shared/account/codes/index.ts'
import { documentList, legalDocumentsQuery } from '../../shared/account/legal/index.ts'
import { usePasswordLength } from '../../shared/account/new-password/index.ts'
import { call, invalidate, newRequestId, queryClient } from '../../shared/api/index.ts'
import type { CallFailure } from '../../shared/api/index.ts'
import { focusFirstField, focusFirstInvalid, RefusalNote, StepCount } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, Page, useRouteParams } from '../../shared/page/index.ts'
import { useMode } from '../../shared/money/index.ts'
import { session } from '../../shared/device/index.ts'
import styles from './auth.module.css'
import { inviteCheckQuery } from './invite-check.ts'
import { useLedOn } from './led-on.ts'
import {
  emptyRegister,
  refusalOfForm,
  registerErrors,
  registerInput,
  registerReducer,
  registerSteps,
} from './register-form-model.ts'
import { RegisterConsent } from './register-consent.tsx'
import { RegisterSteps } from './register-steps.tsx'
import { signedInBy } from './sign-in-by.ts'
import { SecondStepOffer } from './second-step-offer.tsx'
import { SignLink } from './sign-link.tsx'
import { forgetTyped, recallTyped, rememberTyped } from './typed-before.ts'

/** The code of an invitation link: `?invite=` before the hash, or `?code=` inside it. */
function invitedBy(params: { readonly code?: string; readonly invite?: string }): string {
  return params.code ?? params.invite ?? new URLSearchParams(window.location.search).get('invite') ?? ''
}

/** The form starts over where another invitation link is followed while it is open. */
export function RegisterPage() {
  const params = useRouteParams('register')
  const code = invitedBy(params)
  return <Registration key={code} inviteCode={code} from={params.from} />
}

/** The form's state, and what sends it. */
function useRegistration(inviteCode: string, onRegistered: () => void) {
  const { t } = useTexts()
  const length = usePasswordLength()
  const [form, dispatch] = useReducer(registerReducer, inviteCode, (code) => emptyRegister(code, recallTyped()))
  const { data: legal } = useQuery(legalDocumentsQuery)
  const { isBusy, during } = useBusy()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { step, kind, mobile, email } = form
    rememberTyped({ step: step === 'password' ? 'account' : step, kind, inviteCode: form.inviteCode, mobile, email })
  }, [form])
  const refuse = ({ error, msg, fields }: CallFailure) => {
    dispatch({ type: 'refused', error, msg, fields })
    focusFirstInvalid(element.current)
  }
  const submit = async () => {
    if (form.step === 'invite' && form.inviteCode !== '') {
      const checked = await queryClient.fetchQuery(inviteCheckQuery(form.inviteCode))
      if (!checked.ok && checked.error === 'invite-code-unknown') return refuse(checked)
    }
    if (form.step !== 'password') {
      dispatch({ type: 'next' })
      return focusFirstInvalid(element.current)
    }
    dispatch({ type: 'tried' })
    if (Object.keys(registerErrors({ ...form, refusedFields: {} }, length)).length > 0)
      return focusFirstInvalid(element.current)
    // Consent is to the texts that this page has named: without them nothing is sent.
    if (legal === undefined) return void queryClient.refetchQueries(legalDocumentsQuery)
    const requestId = newRequestId()
    const result = await during(
      sendProven({
        answer: form.captcha,
        isAlwaysRequired: form.kind === 'mobile',
        send: (captcha) =>
          call(userRegister, registerInput({ ...form, captcha }, requestId, documentList(legal.items))),
      }),
    )
    if (result.ok) {
      forgetTyped()
      signedInBy(form.kind)
      session.signIn(result.value.token)
      showToast('done', result.msg)
      return onRegistered()
    }
    if (result.error === 'terms-changed') invalidate(legalDocuments)
    refuse(result.error === 'terms-changed' ? { ...result, msg: t('legal.replacedNow') } : result)
  }
  return { form, legal: legal?.items ?? [], length, dispatch, isBusy, element, submit }
}

/**
 * Creates an account in three steps: the invitation, an e-mail address with the code sent to it or a mobile number, and
 * the password.
 */
function Registration({ inviteCode, from }: { readonly inviteCode: string; readonly from: string | undefined }) {
  const { t } = useTexts()
  const isLedOn = useLedOn(from)
  const [isRegistered, setRegistered] = useState(false)
  const registration = useRegistration(inviteCode, () => setRegistered(true))
  const { form, dispatch } = registration
  const step = registerSteps.indexOf(form.step) + 1
  if (isLedOn) return null
  return (
    <Page
      title={t('auth.register.title')}
      trailing={
        isRegistered ? null : <StepCount label={t('auth.register.step', { step, steps: registerSteps.length })} />
      }
      {...(step > 1 && !isRegistered ? { onBack: () => dispatch({ type: 'back' }) } : {})}
    >
      {isRegistered ? <SecondStepOffer from={from} /> : <RegistrationForm {...registration} from={from} />}
    </Page>
  )
}

type RegistrationFormProps = ReturnType<typeof useRegistration> & { readonly from: string | undefined }

function RegistrationForm({ form, legal, length, dispatch, isBusy, element, submit, from }: RegistrationFormProps) {
  const { t } = useTexts()
  const mode = useMode()
  // At the start there is nothing to type where a link has brought the code.
  const shown = useRef(form.inviteCode === '' ? null : form.step)
  useEffect(() => {
    if (shown.current === form.step) return
    shown.current = form.step
    // The button that was pressed is gone, or asks for something else.
    focusFirstField(element.current)
  }, [form.step, element])
  const isLast = form.step === 'password'
  const refusal = refusalOfForm(form)
  return (
    <FormScreen
      element={element}
      onSubmit={() => void submit()}
      submit={t(isLast ? 'auth.register.submit' : 'auth.register.next')}
      isBusy={isBusy}
      dock={(button) => (
        <>
          {isLast ? <RegisterConsent documents={legal} /> : null}
          {mode === 'sandbox' && isLast ? <p className={styles.small}>{t('auth.register.note')}</p> : null}
          {button}
        </>
      )}
    >
      <RegisterSteps form={form} length={length} dispatch={dispatch} />
      {refusal === null ? null : (
        <div className={styles.refusal}>
          <RefusalNote text={refusal} />
        </div>
      )}
      {form.step === 'invite' ? (
        <SignLink before={t('auth.register.have')} to="login" label={t('auth.login.submit')} from={from} />
      ) : null}
    </FormScreen>
  )
}
