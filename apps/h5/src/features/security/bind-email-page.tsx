import { useState } from 'react'
import { securityBindEmail, userInfo } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { EmailCode } from '../../shared/account/codes/index.ts'
import { accountError, EmailField, emptyTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { GuardedForm } from './guarded-form.tsx'
import { codeError } from './code-rules.ts'

/** Binds a mailbox, or replaces the bound one, which then must confirm. */
export function BindEmailPage() {
  const isSignedIn = useIsSignedIn()
  const { data: user } = useQuery({ ...queryFor(userInfo, {}), enabled: isSignedIn })
  const bound = user?.email ?? null
  return bound === null ? <NewMailbox /> : <OtherMailbox key={bound} bound={bound} />
}

function NewMailbox() {
  const { t } = useTexts()
  return (
    <GuardedForm<'email' | 'code'>
      title={t('security.email.title')}
      lead={t('security.email.lead')}
      submit={t('security.email.submit')}
      empty={emptyTextForm({ email: '', code: '', loginPassword: '' })}
      errors={({ email, code }) => ({
        ...errorAs('email', accountError('email', email)),
        ...errorAs('code', codeError(code)),
      })}
      refused={{
        'wrong-code': { field: 'code', text: t('codes.wrong') },
        'already-registered': { field: 'email', text: t('security.email.taken') },
      }}
      send={async (texts) => {
        const result = await call(securityBindEmail, texts)
        if (result.ok) invalidate(userInfo)
        return result
      }}
      fields={(bind, { email }) => (
        <>
          <EmailField {...bind('email')} label={t('security.email')} autoComplete="email" />
          <EmailCode email={email} purpose="bind-email" bound={bind('code')} />
        </>
      )}
    />
  )
}

/** One thing each: the code of the bound mailbox, the new one, its code with the login password. */
const steps = ['current', 'new', 'confirm'] as const
type Field = 'currentCode' | 'email' | 'code'
const fieldOf: Readonly<Record<(typeof steps)[number], Field>> = {
  current: 'currentCode',
  new: 'email',
  confirm: 'code',
}

function OtherMailbox({ bound }: { readonly bound: string }) {
  const { t } = useTexts()
  const [step, setStep] = useState<(typeof steps)[number]>('current')
  const at = steps.indexOf(step)
  const [before, after] = [steps[at - 1], steps[at + 1]]
  return (
    <GuardedForm<Field>
      title={t('security.email.title')}
      lead={t(`security.email.${step}.lead`, { email: bound })}
      submit={after === undefined ? t('security.email.replace') : t('security.next')}
      step={{
        at: at + 1,
        of: steps.length,
        heading: t(`security.email.${step}.title`),
        fields: [fieldOf[step]],
        onNext: after === undefined ? null : () => setStep(after),
        onBack: before === undefined ? null : () => setStep(before),
      }}
      empty={emptyTextForm({ email: '', code: '', currentCode: '', loginPassword: '' })}
      errors={({ email, code, currentCode }) => ({
        ...errorAs('currentCode', codeError(currentCode)),
        ...errorAs('email', accountError('email', email)),
        ...errorAs('code', codeError(code)),
      })}
      refused={{
        'wrong-code': { field: 'code', text: t('codes.wrong') },
        'wrong-current-code': { field: 'currentCode', text: t('codes.wrong') },
        'already-registered': { field: 'email', text: t('security.email.taken') },
      }}
      refusedAs={(error, data) => (isOfCurrent(data) ? 'wrong-current-code' : error)}
      send={async (texts) => {
        const result = await call(securityBindEmail, texts)
        if (result.ok) {
          invalidate(userInfo)
          return result
        }
        // What was refused may be one or two steps back.
        if (result.error === 'already-registered') setStep('new')
        if (isOfCurrent(result.data)) setStep('current')
        return result
      }}
      fields={(bind, { email }) => {
        if (step === 'current') return <EmailCode email={bound} purpose="change-email" bound={bind('currentCode')} />
        if (step === 'confirm') return <EmailCode key={email} email={email} purpose="bind-email" bound={bind('code')} />
        return <EmailField {...bind('email')} label={t('security.email.new')} autoComplete="email" />
      }}
    />
  )
}

/** Whether a refused code is that of the bound mailbox. */
function isOfCurrent(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'field' in data && data.field === 'currentCode'
}

function errorAs<Field extends string, Error>(field: Field, error: Error | null): Partial<Record<Field, Error>> {
  const errors: Partial<Record<Field, Error>> = {}
  if (error !== null) errors[field] = error
  return errors
}
