import { useState } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '@candor/ui'
import { Select, TextArea } from '../page/index.ts'
import { ActDialog } from './act-dialog.tsx'
import type { ActDialogProps } from './act-dialog.tsx'
import styles from './reason-dialog.module.css'

export interface ReasonChoiceDialogProps<Reason extends string> extends Omit<
  ActDialogProps,
  'faultOf' | 'send' | 'children'
> {
  /** Of the fields, for another gap. */
  readonly className?: string | undefined
  /** The reasons to choose from. */
  readonly reasons: {
    readonly label: string
    readonly values: readonly Reason[]
    readonly labelOf: (reason: Reason) => string
    readonly first: Reason
  }
  readonly noteLabel: string
  /** Further fields, above the reason. */
  readonly children?: ReactNode
  /** What is missing before anything is sent, as text. */
  readonly faultOf?: (note: string) => string | null
  /** Returns the server's refusal, or null on success. */
  readonly send: (said: { readonly reason: Reason; readonly note: string }) => Promise<string | null>
}

/** Asks for one of the known reasons and a note before an act that is recorded with them. */
export function ReasonChoiceDialog<Reason extends string>(props: ReasonChoiceDialogProps<Reason>) {
  const { className, reasons, noteLabel, children, faultOf, send, ...dialog } = props
  const [reason, setReason] = useState(reasons.first)
  const [note, setNote] = useState('')
  return (
    <ActDialog {...dialog} faultOf={() => faultOf?.(note) ?? null} send={() => send({ reason, note })}>
      {(fault) => (
        <div className={classNames(styles.fields, className)}>
          {children}
          <Select
            label={reasons.label}
            value={reason}
            onValue={setReason}
            options={reasons.values.map((value) => ({ value, label: reasons.labelOf(value) }))}
          />
          <TextArea label={noteLabel} value={note} onValue={setNote} error={fault} maxLength={500} />
        </div>
      )}
    </ActDialog>
  )
}
