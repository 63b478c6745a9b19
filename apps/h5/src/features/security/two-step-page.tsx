import { useState } from 'react'
import { securityState, securityTotpBegin, securityTotpConfirm, securityTotpDisable } from '@candor/api'
import type { OutputOf } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { Button, CodeField, showToast } from '@candor/ui'
import { QrCode } from '@candor/ui/qr'
import { useQuery } from '@tanstack/react-query'
import { call, invalidate, queryFor } from '../../shared/api/index.ts'
import { emptyTextForm, fieldErrorKey, useTypedText } from '../../shared/forms/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FormScreen, navigation, Page, PageScreen } from '../../shared/page/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { codeError } from './code-rules.ts'
import { GuardedForm } from './guarded-form.tsx'
import styles from './security-page.module.css'
import { TotpField } from './totp-field.tsx'

type Begun = OutputOf<typeof securityTotpBegin>

/** Turns the second step of signing in on or off. */
export function TwoStepPage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...queryFor(securityState, {}), enabled: isSignedIn })
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} />
  if (begun !== null) return <Confirm begun={begun} onCodes={setCodes} />
  if (data?.totp.isOn === true) return <TurnOff recoveryCodesLeft={data.totp.recoveryCodesLeft} />
  return (
    <GuardedForm<never>
      title={t('security.totp')}
      lead={t('security.totp.lead')}
      submit={t('security.totp.begin')}
      empty={emptyTextForm({ loginPassword: '' })}
      errors={() => ({})}
      refused={{}}
      send={async ({ loginPassword }) => {
        const result = await call(securityTotpBegin, { loginPassword })
        if (result.ok) setBegun(result.value)
        return result
      }}
      done={() => undefined}
      fields={() => null}
    />
  )
}

function Confirm({ begun, onCodes }: { readonly begun: Begun; readonly onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTexts()
  const { typed, setError } = useTypedText()
  const { isBusy, during } = useBusy()
  const confirm = async () => {
    const faulty = fieldErrorKey(codeError(typed.value) ?? undefined, 'code')
    if (faulty !== null) return setError(t(faulty))
    const result = await during(call(securityTotpConfirm, { totp: typed.value }))
    if (!result.ok) return setError(result.error === 'wrong-totp' ? t('security.totp.wrong') : result.msg)
    invalidate(securityState)
    onCodes(result.value.recoveryCodes)
  }
  return (
    <Page title={t('security.totp')}>
      <FormScreen onSubmit={() => void confirm()} submit={t('security.totp.confirm')} isBusy={isBusy}>
        <p className={styles.lead}>{t('security.totp.add')}</p>
        <div className={styles.fields}>
          <div className={styles.qr}>
            <QrCode text={begun.uri} label={t('security.totp.qr')} sizePx={176} />
          </div>
          <p className={styles.secret}>{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
          <Button tone="quiet" size="medium" onClick={() => copy(begun.secret, t('security.copied'))}>
            {t('security.totp.copy')}
          </Button>
          <a className={styles.action} href={begun.uri}>
            {t('security.totp.open')}
          </a>
          <CodeField
            {...typed}
            label={t('security.totp.code')}
            kind="digits"
            progress={t('codes.progress', { filled: typed.value.length, length: 6 })}
          />
        </div>
      </FormScreen>
    </Page>
  )
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTexts()
  return (
    <Page title={t('security.recovery')}>
      <PageScreen
        isForm
        hasDockLine
        dock={<Button onClick={() => navigation.back()}>{t('security.recovery.done')}</Button>}
      >
        <p className={styles.lead} role="status">
          {t('security.recovery.lead')}
        </p>
        <ul className={styles.recovery}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button tone="quiet" size="medium" onClick={() => copy(codes.join('\n'), t('security.copied'))}>
          {t('security.recovery.copy')}
        </Button>
      </PageScreen>
    </Page>
  )
}

function TurnOff({ recoveryCodesLeft }: { readonly recoveryCodesLeft: number }) {
  const { t } = useTexts()
  return (
    <GuardedForm<'totp'>
      title={t('security.totp')}
      lead={t('security.totp.isOn', { count: recoveryCodesLeft })}
      submit={t('security.totp.off')}
      empty={emptyTextForm({ totp: '', loginPassword: '' })}
      errors={({ totp }) => (totp.trim() === '' ? { totp: 'required' } : {})}
      refused={{ 'wrong-totp': { field: 'totp', text: t('security.totp.wrong') } }}
      send={async ({ totp, loginPassword }) => {
        const result = await call(securityTotpDisable, { totp: totp.trim(), loginPassword })
        if (result.ok) invalidate(securityState)
        return result
      }}
      fields={(bind) => <TotpField {...bind('totp')} />}
    />
  )
}

/** Copies what only this screen shows. A page over plain HTTP has no clipboard: then the text is there to be read. */
function copy(text: string, said: string): void {
  if (!('clipboard' in navigator)) return
  void navigator.clipboard.writeText(text).then(() => showToast('done', said))
}
