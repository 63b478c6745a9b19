import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button, Dialog, showToast } from '@candor/ui'
import { refresh } from '../api/index.ts'
import { t } from '../i18n/index.ts'
import { TextArea } from '../page/index.ts'
import styles from './proposal-dialog.module.css'

type Sent = { readonly ok: true } | { readonly ok: false; readonly msg: string }

export interface ProposalDialogProps<Form extends { readonly note: string }> {
  readonly title: string
  readonly text: string
  /** The form as it is opened. */
  readonly initial: Form
  readonly fields: (form: Form, change: (part: Partial<Form>) => void) => ReactNode
  /** What is wrong with it before it is sent, in words. */
  readonly faultOf: (form: Form) => string | null
  /** `requestId` is the same as long as the form is: a second press is no second proposal. */
  readonly send: (form: Form, said: { readonly note: string; readonly requestId: string }) => Promise<Sent>
  /** What is read again once it is proposed. */
  readonly changes: readonly { readonly path: string }[]
  readonly onClose: () => void
}

/** Something that is proposed to a second person, with the reason for it. */
export function ProposalDialog<Form extends { readonly note: string }>(props: ProposalDialogProps<Form>) {
  const { title, text, initial, fields, faultOf, send, changes, onClose } = props
  const [form, setForm] = useState(initial)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const changeTo = (next: (before: Form) => Form) => {
    setForm(next)
    setFault(null)
    setRequestId(crypto.randomUUID())
  }
  const propose = async () => {
    const wrong = faultOf(form)
    if (wrong !== null) return setFault(wrong)
    setBusy(true)
    const result = await send(form, { note: form.note.trim(), requestId })
    setBusy(false)
    if (!result.ok) return setFault(result.msg)
    refresh(...changes)
    showToast('done', t('shared.proposal.proposed'))
    onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => void propose()}>
            {t('shared.proposal.send')}
          </Button>
          <Button tone="bare" onClick={onClose}>
            {t('shared.action.cancel')}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <div className={styles.fields}>
        {fields(form, (part) => changeTo((before) => ({ ...before, ...part })))}
        <TextArea
          label={t('shared.proposal.why')}
          value={form.note}
          onValue={(note) => changeTo((before) => ({ ...before, note }))}
          error={fault}
          maxLength={500}
        />
      </div>
    </Dialog>
  )
}
