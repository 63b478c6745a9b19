import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface AskDialogProps {
  readonly title: string
  readonly labels: { readonly confirm: string; readonly cancel: string }
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog of one act, and the way out of it. */
export function AskDialog({ title, labels, isBusy = false, onConfirm, onClose, children }: AskDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={onConfirm}>
            {labels.confirm}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {labels.cancel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
