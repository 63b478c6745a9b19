import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { FaultNote, TextArea } from '../page/index.ts'
import { ActDialog } from './act-dialog.tsx'
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
export function ReasonDialog({ label, children, faultOf = shortFault, onConfirm, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const written = reason.trim()
  return (
    <ActDialog {...dialog} faultOf={() => faultOf(written)} send={() => onConfirm(written)}>
      {(fault, clearFault) => {
        // Beside other fields only the reason's own errors are shown at it.
        const isOfReason = children === undefined || fault === shortFault(written)
        return (
          <>
            <div className={styles.fields} onChange={clearFault}>
              {children}
              <TextArea
                label={label ?? t('shared.reason.label')}
                value={reason}
                onValue={setReason}
                error={isOfReason ? fault : null}
                maxLength={500}
              />
            </div>
            <FaultNote className={styles.fault} fault={isOfReason ? null : fault} />
          </>
        )
      }}
    </ActDialog>
  )
}

const shortest = 3

function shortFault(reason: string): string | null {
  return reason.length < shortest ? t('shared.reason.short') : null
}
