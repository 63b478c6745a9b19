import { useReducer, useRef, useState } from 'react'
import { userRegister } from '@candor/api'
import { Button, Note, Screen, TopBar } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { call, newRequestId } from '../../shared/api/index.ts'
import { focusFirstInvalid } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { hrefOf, navigation, useRouteParams } from '../../shared/navigation/index.ts'
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
  const params = useRouteParams('register')
  const code = invitedBy(params)
  return <RegistrationForm key={code} inviteCode={code} from={params.from} />
}

/** Creates an account, with a mobile number and a graphic code, or with an e-mail address and the code sent to it. */
function RegistrationForm({ inviteCode, from }: { readonly inviteCode: string; readonly from: string | undefined }) {
  const { t } = useTexts()
  const mode = useMode()
  const [form, dispatch] = useReducer(registerReducer, inviteCode, emptyRegister)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const loginParams = from === undefined ? {} : { from }

  const submit = async () => {
    dispatch({ type: 'tried' })
    if (Object.keys(registerErrors({ ...form, refusedFields: {} })).length > 0) return focusFirstInvalid(element.current)
    setBusy(true)
    const result = await call(userRegister, registerInput(form, newRequestId()))
    setBusy(false)
    if (result.ok) return afterSignIn({ token: result.value.token, msg: result.msg, from })
    dispatch({ type: 'refused', error: result.error, msg: result.msg, fields: result.fields })
    focusFirstInvalid(element.current)
  }

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
      <Screen
        isForm
        hasDockLine
        bar={<TopBar title={t('auth.register.title')} back={{ label: t('shared.action.back'), onPress: () => navigation.back() }} />}
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
        <p className={styles.below}>
          {t('auth.register.have')}{' '}
          <a
            className={styles.link}
            href={hrefOf('login', loginParams)}
            onClick={(event) => {
              event.preventDefault()
              navigation.redirect('login', loginParams)
            }}
          >
            {t('auth.login.submit')}
          </a>
        </p>
      </Screen>
    </form>
  )
}
