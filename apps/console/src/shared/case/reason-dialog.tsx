import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button, Dialog, Note } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { t } from '../i18n/index.ts'
import { TextArea } from '../page/index.ts'
import styles from './reason-dialog.module.css'

export interface ReasonDialogProps {
  readonly title: string
  readonly text: string
  readonly confirm: string
  /** The reason's purpose, if it is not only for the audit. */
  readonly label?: string
  /** Further fields, above the reason. */
  readonly children?: ReactNode
  /** The error before sending, as text; by default that the reason is too short. */
  readonly faultOf?: (reason: string) => string | null
  /** Returns the server's refusal, or null on success. */
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

/** Asks for a reason before an act that is recorded with it. */
export function ReasonDialog({
  title,
  text,
  confirm,
  label,
  children,
  faultOf = shortFault,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [fault, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const written = reason.trim()
    const wrong = faultOf(written)
    if (wrong !== null) return setError(wrong)
    setBusy(true)
    const refusal = await onConfirm(written)
    setBusy(false)
    if (refusal === null) onClose()
    else setError(refusal)
  }
  // Beside other fields only the reason's own errors are shown at it.
  const isOfReason = children === undefined || fault === shortFault(reason.trim())
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void submit()}>
            {confirm}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <div className={styles.fields} onChange={() => setError(null)}>
        {children}
        <TextArea
          label={label ?? t('shared.reason.label')}
          value={reason}
          onValue={setReason}
          error={isOfReason ? fault : null}
          maxLength={500}
        />
      </div>
      <div role="status" className={styles.fault}>
        {fault === null || isOfReason ? null : (
          <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
            {fault}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

const shortest = 3

function shortFault(reason: string): string | null {
  return reason.length < shortest ? t('shared.reason.short') : null
}
