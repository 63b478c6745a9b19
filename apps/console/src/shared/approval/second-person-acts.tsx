import { useState } from 'react'
import type { ConfirmedAct, OperatorAccess } from '@candor/api/operator'
import type { Called } from '@candor/client'
import { useBusy } from '@candor/client/react'
import { Button, showToast } from '@candor/ui'
import type * as z from 'zod/mini'
import { call, conclude, refresh } from '../api/index.ts'
import type { Decided } from '../api/index.ts'
import { ReasonDialog } from '../case/index.ts'
import { useConfirmation } from './use-confirmation.tsx'
import { t } from '../i18n/index.ts'
import { useMay, useOperator } from '../operator/index.ts'
import { isAuthor } from './author.ts'
import type { Author } from './author.ts'
import styles from './second-person-acts.module.css'

interface Decision {
  /** The queries to refetch afterwards. */
  readonly changes: readonly { readonly path: string }[]
}

interface SecondPersonActsProps<Value> {
  readonly id: string
  /** Of this operator, who may take it back and cannot confirm it. */
  readonly isOwn: boolean
  readonly mayConfirm: boolean
  readonly mayReject: boolean
  readonly confirm: Decision & {
    /** What a passkey signs first; null where this takes none. */
    readonly act: ConfirmedAct | null
    readonly send: () => Promise<Decided<Value>>
    /** The message afterwards. */
    readonly done: (value: Value) => string
  }
  readonly reject: Decision & {
    readonly send: (note: string) => Promise<Decided>
    /** The message afterwards, where it is not the usual one. */
    readonly done?: string
  }
}

/** The acts on a proposal for two people: another person confirms or rejects it, its author withdraws it. */
export function SecondPersonActs<Value>(props: SecondPersonActsProps<Value>) {
  const { id, isOwn, mayConfirm, mayReject, confirm, reject } = props
  const [isRejecting, setRejecting] = useState(false)
  const { isBusy, during } = useBusy()
  const { confirm: signed, dialog } = useConfirmation()
  const sendConfirmed = async () => {
    const refusal = confirm.act === null ? null : await signed({ act: confirm.act, id })
    if (refusal !== null) return showToast('refused', refusal)
    const result = await confirm.send()
    refresh(...confirm.changes)
    showToast(result.ok ? 'done' : 'refused', result.ok ? confirm.done(result.value) : result.msg)
  }
  const onConfirm = async () => {
    await during(sendConfirmed())
  }
  const onReject = async (note: string) =>
    conclude(await reject.send(note), { changes: reject.changes, done: reject.done ?? t('shared.proposal.rejected') })
  const rejectLabel = t(isOwn ? 'shared.proposal.takeBack' : 'shared.proposal.reject')
  return (
    <>
      <div className={styles.acts}>
        {mayConfirm && !isOwn ? (
          <Button size="small" isBusy={isBusy} onClick={() => void onConfirm()}>
            {t('shared.proposal.confirm')}
          </Button>
        ) : null}
        {mayReject ? (
          <Button tone="quiet" size="small" onClick={() => setRejecting(true)}>
            {rejectLabel}
          </Button>
        ) : null}
      </div>
      {isRejecting ? (
        <ReasonDialog
          title={t('shared.proposal.reject.title')}
          text={t('shared.proposal.reject.text')}
          confirm={rejectLabel}
          onConfirm={onReject}
          onClose={() => setRejecting(false)}
        />
      ) : null}
      {dialog}
    </>
  )
}

type Operation<Form> = Called<z.core.$ZodType<unknown, Form>, z.core.$ZodType> & { readonly access: OperatorAccess }

/** How proposals of a kind are confirmed and rejected. */
export interface ProposalDecisions {
  readonly list: { readonly path: string }
  readonly confirm: Operation<{ id: string }>
  readonly reject: Operation<{ id: string; note: string }>
}

export interface ProposalActsProps {
  readonly proposal: {
    readonly id: string
    readonly state: string
    readonly proposedBy: Author
  }
  readonly operations: ProposalDecisions
  /** What a passkey signs before confirming; null where this takes none. */
  readonly act: ConfirmedAct | null
  /** The queries to refetch afterwards, besides the list of proposals. */
  readonly changes?: Decision['changes']
  /** The messages afterwards; of a rejection where it is not the usual one. */
  readonly confirmed: string
  readonly rejected?: string
}

/** The acts on a proposal as long as it waits, for operators with the roles. */
export function ProposalActs(props: ProposalActsProps) {
  const { proposal, operations, act, changes: others = [], confirmed, rejected } = props
  const { list, confirm, reject } = operations
  const { id, proposedBy, state } = proposal
  const operatorId = useOperator()?.operatorId
  const mayConfirm = useMay(confirm.access) === true
  const mayReject = useMay(reject.access) === true
  if (state !== 'proposed') return null
  const changes = [list, ...others]
  return (
    <SecondPersonActs
      id={id}
      isOwn={isAuthor(proposedBy, operatorId)}
      mayConfirm={mayConfirm}
      mayReject={mayReject}
      confirm={{ act, send: () => call(confirm, { id }), done: () => confirmed, changes }}
      reject={{
        send: (note) => call(reject, { id, note }),
        changes,
        ...(rejected === undefined ? {} : { done: rejected }),
      }}
    />
  )
}
