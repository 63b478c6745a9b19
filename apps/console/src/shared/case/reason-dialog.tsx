import { useState } from 'react'
import { Button, Dialog } from '@candor/ui'
import { t } from '../i18n/index.ts'
import { TextArea } from '../page/index.ts'

export interface ReasonDialogProps {
  readonly title: string
  readonly text: string
  readonly confirm: string
  /** Answers what the server refused, or null once it is done. */
  readonly onConfirm: (reason: string) => Promise<string | null>
  readonly onClose: () => void
}

/** Asks why before something that is recorded with its reason. */
export function ReasonDialog({ title, text, confirm, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const written = reason.trim()
    if (written.length < 3) return setFault(t('shared.reason.short'))
    setBusy(true)
    const refusal = await onConfirm(written)
    setBusy(false)
    if (refusal === null) onClose()
    else setFault(refusal)
  }
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
      <TextArea label={t('shared.reason.label')} value={reason} onValue={setReason} error={fault} maxLength={500} />
    </Dialog>
  )
}
