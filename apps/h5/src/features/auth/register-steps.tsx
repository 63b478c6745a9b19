import type { ReactNode } from 'react'
import { Button, Field } from '@candor/ui'
import { CheckCircleFillIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { CaptchaField, EmailCode } from '../../shared/account/codes/index.ts'
import { MobileField } from '../../shared/account/mobile/index.ts'
import { NewPasswordFields } from '../../shared/account/new-password/index.ts'
import { EmailField, fieldErrorKey, keepsFocus, StepBar, StepHeading, useSettled } from '../../shared/forms/index.ts'
import type { BoundField, PasswordLength } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import type { MessageKey } from '../../shared/i18n/index.ts'
import { navigation } from '../../shared/page/index.ts'
import styles from './auth.module.css'
import { inviteCheckQuery, publishedCodeQuery, shortestCode } from './invite-check.ts'
import { registerSteps, shownRegisterErrors } from './register-form-model.ts'
import type { RegisterAction, RegisterField, RegisterForm } from './register-form-model.ts'

export interface RegisterStepsProps {
  readonly form: RegisterForm
  readonly length: PasswordLength
  readonly dispatch: (action: RegisterAction) => void
}

/** The text of a refusal at its field, where it says more than the server's. */
const refusedTexts: Partial<Record<RegisterField, MessageKey>> = {
  code: 'codes.wrong',
  captcha: 'codes.captcha.wrong',
}

type Bind = (field: Exclude<RegisterField, 'captcha'>) => BoundField

/** The step of the registration that is asked now, from the form's model. */
export function RegisterSteps({ form, length, dispatch }: RegisterStepsProps) {
  const { t } = useTexts()
  const errors = shownRegisterErrors(form, length)
  const errorOf = (field: RegisterField): string | null => {
    const error = errors[field]
    if (error === undefined) return null
    if (field === 'captcha' && error === 'required') return t('codes.captcha.required')
    const key = error === 'refused' ? refusedTexts[field] : fieldErrorKey(error, field)
    return key ? t(key) : form.refusal
  }
  const bind: Bind = (field) => ({
    value: form[field],
    onValue: (text) => dispatch({ type: 'text', field, text }),
    onBlur: () => dispatch({ type: 'left', field }),
    error: errorOf(field),
  })
  if (form.step === 'invite') return <InviteStep code={form.inviteCode} bind={bind} />
  if (form.step === 'account') return <AccountStep form={form} bind={bind} dispatch={dispatch} />
  return (
    <Step form={form} title={t('auth.register.password.title')} lead={t('auth.register.password.lead')}>
      <NewPasswordFields
        bind={bind}
        label={t('auth.password.label')}
        length={length}
        names={[form.mobile, form.email]}
      />
      {form.kind === 'mobile' && form.needsPicture ? (
        <CaptchaField
          round={form.captchaRound}
          answer={form.captcha}
          onAnswer={(answer) => dispatch({ type: 'captcha', answer })}
          onLeft={() => dispatch({ type: 'left', field: 'captcha' })}
          error={errorOf('captcha')}
        />
      ) : null}
    </Step>
  )
}

interface StepProps {
  readonly form: Pick<RegisterForm, 'step'>
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** How far the registration is, and the one thing that this step asks for. */
function Step({ form, title, lead, children }: StepProps) {
  const { t } = useTexts()
  const step = registerSteps.indexOf(form.step) + 1
  const steps = registerSteps.length
  return (
    <>
      <StepBar step={step} steps={steps} label={t('auth.register.step', { step, steps })} />
      <StepHeading>{title}</StepHeading>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.fields}>{children}</div>
    </>
  )
}

/** The invitation code, and the way on without one. */
function InviteStep({ code, bind }: { readonly code: string; readonly bind: Bind }) {
  const { t } = useTexts()
  const settled = useSettled(code)
  const { data: checked } = useQuery({ ...inviteCheckQuery(settled), enabled: settled.length >= shortestCode })
  const found = settled === code ? checked : undefined
  const field = bind('inviteCode')
  const inviter = found?.ok === true ? found.value.inviter : null
  const isUnknown = found?.ok === false && found.error === 'invite-code-unknown'
  return (
    <Step form={{ step: 'invite' }} title={t('auth.register.invite.title')} lead={t('auth.register.invite.lead')}>
      <Field
        {...field}
        error={field.error ?? (isUnknown ? found.msg : null)}
        label={t('auth.invite.label')}
        hint={
          found?.ok === true ? (
            <span className={styles.known} role="status">
              <CheckCircleFillIcon size={16} />
              {t('auth.invite.known')}
            </span>
          ) : (
            t('auth.invite.hint')
          )
        }
        isMono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
      />
      {inviter === null ? null : (
        <div className={styles.inviter} role="status">
          <span aria-hidden="true">{initialsOf(inviter.name ?? inviter.contact)}</span>
          <p>
            <b>{t('auth.invite.by', { name: inviter.name ?? inviter.contact })}</b>
            {t('auth.invite.noReward')}
          </p>
        </div>
      )}
      <section className={styles.noCode}>
        <h3>{t('auth.register.noCode.title')}</h3>
        <PublishedCode typed={code} onTake={field.onValue} />
        <p>{t('auth.register.noCode.text')}</p>
        <div className={styles.noCodeWays}>
          <Button tone="quiet" size="medium" {...keepsFocus} onClick={() => navigation.navigate('practice')}>
            {t('auth.register.noCode.practise')}
          </Button>
          <Button tone="quiet" size="medium" {...keepsFocus} onClick={() => navigation.navigate('support')}>
            {t('auth.askSupport')}
          </Button>
        </div>
      </section>
    </Step>
  )
}

/** Offers the code that operators published for everybody. */
function PublishedCode({ typed, onTake }: { readonly typed: string; readonly onTake: (code: string) => void }) {
  const { t } = useTexts()
  const { data } = useQuery(publishedCodeQuery)
  const published = data?.ok === true ? data.value.inviteCode : null
  if (published === null || published === typed) return null
  return (
    <div className={styles.published}>
      <Button tone="quiet" size="medium" {...keepsFocus} onClick={() => onTake(published)}>
        {t('auth.register.noCode.published', { code: published })}
      </Button>
    </div>
  )
}

/** The first letters of a name, at most two. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).map((word) => /^./u.exec(word)?.[0] ?? '')
  return words.slice(0, 2).join('')
}

interface AccountStepProps {
  readonly form: RegisterForm
  readonly bind: Bind
  readonly dispatch: (action: RegisterAction) => void
}

/** An e-mail address and the code sent to it, or a mobile number. */
function AccountStep({ form, bind, dispatch }: AccountStepProps) {
  const { t } = useTexts()
  const { kind } = form
  const other = kind === 'email' ? 'mobile' : 'email'
  return (
    <Step form={form} title={t(`auth.register.${kind}.title`)} lead={t(`auth.register.${kind}.lead`)}>
      {kind === 'mobile' ? (
        <MobileField {...bind('mobile')} label={t('auth.account.mobileNumber')} autoComplete="username" />
      ) : (
        <>
          <EmailField {...bind('email')} label={t('auth.account.email')} autoComplete="username" />
          <EmailCode email={form.email} purpose="register" bound={bind('code')} />
        </>
      )}
      <Button tone="bare" size="medium" {...keepsFocus} onClick={() => dispatch({ type: 'kind', kind: other })}>
        {t(`auth.register.${other}.instead`)}
      </Button>
    </Step>
  )
}
