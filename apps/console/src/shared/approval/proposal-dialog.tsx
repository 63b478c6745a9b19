import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRequestId } from '@candor/client/react'
import { conclude } from '../api/index.ts'
import type { Conclusion, Decided } from '../api/index.ts'
import { ReasonDialog } from '../case/index.ts'
import { t } from '../i18n/index.ts'
import { bindTo } from '../page/index.ts'
import type { Bind } from '../page/index.ts'

export interface ProposalDialogProps<Form extends { readonly note: string }> {
  readonly title: string
  readonly text: string
  /** The form as it is opened. */
  readonly initial: Form
  readonly fields: (bind: Bind<Form>) => ReactNode
  /** The error before sending, as text. */
  readonly faultOf: (form: Form) => string | null
  /** `requestId` is the same as long as the form is: a second press is no second proposal. */
  readonly send: (form: Form, said: { readonly note: string; readonly requestId: string }) => Promise<Decided>
  /** The queries to refetch after proposing. */
  readonly changes: readonly { readonly path: string }[]
  readonly onClose: () => void
}

/** Something that is proposed to a second person, with the reason for it. */
export function ProposalDialog<Form extends { readonly note: string }>(props: ProposalDialogProps<Form>) {
  const { title, text, initial, fields, faultOf, send, changes, onClose } = props
  const [form, setForm] = useState(initial)
  const requestIdOf = useRequestId()
  const propose = async (note: string) => {
    const noted = { ...form, note }
    const result = await send(noted, { note, requestId: requestIdOf(noted) })
    return conclude(result, { changes, done: t('shared.proposal.proposed') })
  }
  return (
    <ReasonDialog
      title={title}
      text={text}
      confirm={t('shared.proposal.send')}
      label={t('shared.proposal.why')}
      faultOf={(note) => faultOf({ ...form, note })}
      onConfirm={propose}
      onClose={onClose}
    >
      {fields(bindTo(form, (part) => setForm((before) => ({ ...before, ...part }))))}
    </ReasonDialog>
  )
}

export interface NoteProposalDialogProps {
  readonly title: string
  readonly text: string
  /** Of the note, where it is more than a reason for the audit. */
  readonly label?: string
  readonly send: (note: string) => Promise<Decided>
  /** The queries to refetch after proposing. */
  readonly changes: Conclusion<unknown>['changes']
  readonly onClose: () => void
}

/** Something that is proposed to a second person by a note alone. */
export function NoteProposalDialog({ send, changes, ...dialog }: NoteProposalDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      confirm={t('shared.proposal.send')}
      onConfirm={async (note) => conclude(await send(note), { changes, done: t('shared.proposal.proposed') })}
    />
  )
}
