import { useState } from 'react'
import { AskDialog } from './ask-dialog.tsx'
import type { AskDialogProps } from './ask-dialog.tsx'

export interface ConfirmDialogProps extends Pick<AskDialogProps, 'title' | 'labels' | 'onClose'> {
  readonly text: string
  /** The button is busy until it has ended. Closes the dialog itself, where it is to close. */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before an act: it is confirmed, or everything stays as it is. */
export function ConfirmDialog({ text, onConfirm, ...dialog }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  return (
    <AskDialog {...dialog} isBusy={isBusy} onConfirm={() => void confirm()}>
      <p>{text}</p>
    </AskDialog>
  )
}
