import { securityBindEmail, userInfo } from '@candor/api'
import { useQuery } from '@tanstack/react-query'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { EmailCode } from '../../shared/account/codes/index.ts'
import { accountError, EmailField, emptyTextForm } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { GuardedForm } from './guarded-form.tsx'
import { codeError } from './code-rules.ts'
import styles from './security-page.module.css'

const empty = emptyTextForm({ email: '', code: '', currentCode: '', loginPassword: '' })

/** Binds a mailbox, or replaces the bound one, which then must confirm. */
export function BindEmailPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const { data: user } = useQuery({ ...queryFor(userInfo, {}), enabled: isSignedIn })
  const bound = user?.email ?? null
  return (
    <GuardedForm<'email' | 'code' | 'currentCode'>
      key={bound}
      title={t('security.email.title')}
      lead={bound === null ? t('security.email.lead') : t('security.email.leadBound', { email: bound })}
      submit={bound === null ? t('security.email.submit') : t('security.email.replace')}
      empty={empty}
      errors={(texts) => ({
        ...errorAs('email', accountError('email', texts.email)),
        ...errorAs('code', codeError(texts.code)),
        ...(bound === null ? {} : errorAs('currentCode', codeError(texts.currentCode))),
      })}
      refused={{
        'wrong-code': { field: 'code', text: t('codes.wrong') },
        'already-registered': { field: 'email', text: t('security.email.taken') },
      }}
      send={async ({ currentCode, ...texts }) => {
        const result = await call(securityBindEmail, bound === null ? texts : { ...texts, currentCode })
        if (result.ok) invalidate(userInfo)
        return result.ok || !isOfCurrent(result.data)
          ? result
          : { ...result, error: 'invalid', fields: { currentCode: 'wrong-format' } }
      }}
      fields={(bind, texts) => (
        <>
          {bound === null ? null : (
            <>
              <p className={styles.note}>{t('security.email.current', { email: bound })}</p>
              <EmailCode email={bound} purpose="change-email" bound={bind('currentCode')} />
            </>
          )}
          <EmailField
            {...bind('email')}
            label={bound === null ? t('security.email') : t('security.email.new')}
            autoComplete="email"
          />
          <EmailCode email={texts.email} purpose="bind-email" bound={bind('code')} />
        </>
      )}
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
