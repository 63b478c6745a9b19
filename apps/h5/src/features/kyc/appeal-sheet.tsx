import { useId, useRef, useState } from 'react'
import { kycAppeal, kycStateOf, userInfo } from '@candor/api'
import { useBusy } from '@candor/client/react'
import { Button, FieldNote, Sheet, showToast } from '@candor/ui'
import { call, invalidate, newRequestId } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import styles from './kyc-status.module.css'

const least = 10
const most = 1_000

/** Requests a further review of a rejected document. */
export function AppealSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts()
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const requestId = useRef(newRequestId())
  const send = async () => {
    if (text.trim().length < least) return setError(t('forms.tooShort'))
    const result = await during(call(kycAppeal, { requestId: requestId.current, text }))
    if (!result.ok) return setError(result.error === 'network' ? t('kyc.send.lost') : result.msg)
    invalidate(kycStateOf, userInfo)
    showToast('done', result.msg)
    onClose()
  }
  return (
    <Sheet title={t('kyc.appeal')} closeLabel={t('shared.action.close')} isBusy={isBusy} onClose={onClose}>
      <p className={styles.lead}>{t('kyc.appeal.text')}</p>
      <label className={styles.label} htmlFor={id}>
        {t('kyc.appeal.label')}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={5}
        maxLength={most}
        value={text}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(null)
        }}
      />
      <FieldNote id={`${id}-note`} hint={t('kyc.appeal.hint')} error={error} />
      <div className={styles.actions}>
        <Button isBusy={isBusy} onClick={() => void send()}>
          {t('kyc.appeal.send')}
        </Button>
      </div>
    </Sheet>
  )
}
