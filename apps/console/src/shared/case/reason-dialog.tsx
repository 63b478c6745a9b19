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
  /** What the reason is for, where it is not only for the audit. */
  readonly label?: string
  /** What is asked beside the reason, above it. */
  readonly children?: ReactNode
  /** What is wrong before anything is sent, in words; that the reason is too short by default. */
  readonly faultOf?: (reason: string) => string | null
  /** Answers what the server refused, or null once it is done. */
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

/** Asks why before something that is recorded with its reason. */
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
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const written = reason.trim()
    const wrong = faultOf(written)
    if (wrong !== null) return setFault(wrong)
    setBusy(true)
    const refusal = await onConfirm(written)
    setBusy(false)
    if (refusal === null) onClose()
    else setFault(refusal)
  }
  // Beside other fields only what is wrong with the reason is said at it.
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
      <div className={styles.fields} onChange={() => setFault(null)}>
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
