import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  readonly labels: { readonly confirm: string; readonly cancel: string }
  /** The button is busy until it has ended. Closes the dialog itself, where it is to close. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before an act: it is confirmed, or everything stays as it is. */
export function ConfirmDialog({ title, text, labels, onConfirm, onClose }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void confirm()}>
            {labels.confirm}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {labels.cancel}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
