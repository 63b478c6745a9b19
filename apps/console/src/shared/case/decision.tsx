import type { ReactNode } from 'react'
import { Button, Note, Tag } from '@candor/ui'
import { WarningCircleIcon } from '@candor/ui/icons/shell'
import { t } from '../i18n/index.ts'
import { useRecordKey } from '../navigation/index.ts'
import type { Sending } from './use-sending.ts'
import styles from './decision.module.css'

/** The head of the decision's column: which one of how many it is. */
export function DecisionHead({ title, tag }: { readonly title: string; readonly tag: string }) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      <Tag tone="ink">{tag}</Tag>
    </div>
  )
}

export interface DecisionFormProps {
  readonly confirm: string
  readonly sending: Sending
  readonly children?: ReactNode
}

/** The decision and its reason, above the button that records it permanently, as Ctrl or Cmd with Enter does. */
export function DecisionForm({ confirm, sending: { isBusy, fault, submit }, children }: DecisionFormProps) {
  useRecordKey(() => {
    if (!isBusy) submit()
  })
  return (
    <>
      <div className={styles.form}>{children}</div>
      <div className={styles.end}>
        <div role="status">
          {fault === null ? null : (
            <Note tone="attention" icon={<WarningCircleIcon size={18} />}>
              {fault}
            </Note>
          )}
        </div>
        <Button isBusy={isBusy} onClick={submit} aria-keyshortcuts="Control+Enter Meta+Enter">
          {confirm}
        </Button>
        <p>{t('shared.case.recorded')}</p>
      </div>
    </>
  )
}
