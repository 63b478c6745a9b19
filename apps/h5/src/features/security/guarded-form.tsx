import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { PasswordField, showToast } from '@candor/ui'
import type { CallResult } from '../../shared/api/index.ts'
import { focusFirstField, RefusalNote, StepBar, StepHeading, StepCount, useTextForm } from '../../shared/forms/index.ts'
import type { BoundField, FormStep, TextErrors, TextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, navigation, Page } from '../../shared/page/index.ts'
import styles from './security-page.module.css'

/** One of several steps: the login password is part of the last one. */
export interface GuardedStep<Field extends string> extends FormStep<Field> {
  /** From 1 on. */
  readonly at: number
  readonly of: number
  readonly heading: string
  /** Null at the first step: back leaves the form. */
  readonly onBack: (() => void) | null
}

export interface GuardedFormProps<Field extends string> {
  readonly title: string
  readonly lead: string
  readonly submit: string
  readonly step?: GuardedStep<Field>
  readonly empty: TextForm<Field | 'loginPassword'>
  /** Errors that this phone can detect besides a missing login password. */
  readonly errors: (texts: Readonly<Record<Field | 'loginPassword', string>>) => TextErrors<Field | 'loginPassword'>
  /** The field of a refusal, and its text there. */
  readonly refused: Readonly<Record<string, { readonly field: Field; readonly text: string }>>
  /** The name in `refused` of a refusal with its data; the default is that of the refusal. */
  readonly refusedAs?: (error: string, data: unknown) => string
  /** Null: cancelled, and the form stays as it is. */
  readonly send: (texts: Readonly<Record<Field | 'loginPassword', string>>) => Promise<CallResult<unknown> | null>
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
  const { step } = props
  return (
    <Page
      title={props.title}
      signedOut={t('security.signedOut')}
      {...(step === undefined
        ? {}
        : { trailing: <StepCount label={t('security.step', { step: step.at, steps: step.of })} /> })}
      {...(step === undefined || step.onBack === null ? {} : { onBack: step.onBack })}
    >
      <SignedInForm {...props} />
    </Page>
  )
}

function SignedInForm<Field extends string>(props: GuardedFormProps<Field>) {
  const { t } = useTexts()
  const { step } = props
  const isLast = step === undefined || step.onNext === null
  const { form, bind, isBusy, element, onSubmit } = useTextForm<Field | 'loginPassword', unknown>({
    empty: props.empty,
    errors: ({ texts }) => ({
      ...props.errors(texts),
      ...(texts.loginPassword === '' ? { loginPassword: 'required' } : {}),
    }),
    ownText: (field, error) => {
      if (error !== 'refused') return undefined
      if (field === 'loginPassword') return t('security.wrongLogin')
      return Object.values(props.refused).find((one) => one.field === field)?.text
    },
    step:
      step === undefined ? undefined : { ...step, fields: isLast ? [...step.fields, 'loginPassword'] : step.fields },
    refusedField: (error, data) =>
      error === 'wrong-login-password'
        ? 'loginPassword'
        : props.refused[props.refusedAs?.(error, data) ?? error]?.field,
    send: ({ texts }) => props.send(texts),
    done: (msg) => {
      if (msg !== '') showToast('done', msg)
      ;(props.done ?? (() => navigation.back()))()
    },
  })
  const shown = useRef(step?.at)
  useEffect(() => {
    if (shown.current === step?.at) return
    shown.current = step?.at
    focusFirstField(element.current)
  }, [step?.at, element])
  return (
    <FormScreen element={element} onSubmit={onSubmit} submit={props.submit} isBusy={isBusy}>
      {step === undefined ? null : (
        <>
          <StepBar step={step.at} steps={step.of} label={t('security.step', { step: step.at, steps: step.of })} />
          <StepHeading>{step.heading}</StepHeading>
        </>
      )}
      <p className={styles.lead}>{props.lead}</p>
      <div className={styles.fields}>
        {props.fields(bind, form.texts)}
        {isLast ? <LoginPasswordField {...bind('loginPassword')} /> : null}
        <RefusalNote text={form.refusal} />
      </div>
      {props.below}
    </FormScreen>
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
