import type { ReactNode } from 'react'
import { AskDialog } from '@candor/ui'
import { t } from '../i18n/index.ts'
import { useSending } from './use-sending.ts'

export interface ActDialogProps {
  readonly title: string
  readonly text?: string
  readonly confirm: string
  /** What is missing before anything is sent, as text. */
  readonly faultOf?: () => string | null
  /** Returns the server's refusal, or null on success, which closes the dialog. */
  readonly send: () => Promise<string | null>
  readonly onClose: () => void
  /** The fields, with what is wrong with them, which a change may clear. */
  readonly children: (fault: string | null, clearFault: () => void) => ReactNode
}

/** One act with its fields: sent, or cancelled. */
export function ActDialog({ title, text, confirm, faultOf, send, onClose, children }: ActDialogProps) {
  const { fault, isBusy, submit, clearFault } = useSending({ faultOf, send, onSent: onClose })
  return (
    <AskDialog
      title={title}
      labels={{ confirm, cancel: t('shared.action.cancel') }}
      isBusy={isBusy}
      onConfirm={submit}
      onClose={onClose}
    >
      {text === undefined ? null : <p>{text}</p>}
      {children(fault, clearFault)}
    </AskDialog>
  )
}
