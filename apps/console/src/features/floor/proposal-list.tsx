import type { ReactNode } from 'react'
import type { ConfirmedAct, OperatorAccess } from '@candor/api/operator'
import { Tag } from '@candor/ui'
import { utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useMay, useOperator } from '../../shared/operator/index.ts'
import { DataTable, MoreButton } from '../../shared/page/index.ts'
import type { Column, MoreButtonProps } from '../../shared/page/index.ts'
import { SecondPersonActs } from '../../shared/proposal/index.ts'
import type { Decided } from '../../shared/proposal/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import type { LoadedQuery } from '../../shared/states/index.ts'
import styles from './floor.module.css'

/** What proposals for two people have in common. */
interface Proposed {
  readonly id: string
  readonly state: string
  readonly note: string
  readonly proposedBy: { readonly operatorId: string; readonly name: string }
  readonly proposedMs: number
  readonly decidedBy: { readonly name: string } | null
}

interface Decision {
  readonly access: OperatorAccess
  /** The queries to refetch afterwards. */
  readonly changes: readonly { readonly path: string }[]
}

/** The texts, columns, roles and operations of a kind of proposals. */
export interface ProposalKind<Proposal extends Proposed> {
  readonly title: string
  readonly none: string
  readonly proposed: string
  /** The columns before reason, author and state. */
  readonly columns: readonly Column<Proposal>[]
  /** The state as text; `name` is the operator that decided. */
  readonly stateLabel: (state: Proposal['state'], name: string) => string
  readonly confirm: Decision & {
    readonly send: (id: string) => Promise<Decided>
    /** The act that a passkey signs first. */
    readonly act: ConfirmedAct
    /** The message after confirming. */
    readonly done: string
  }
  readonly reject: Decision & { readonly send: (id: string, note: string) => Promise<Decided> }
}

interface ProposalListProps<Proposal extends Proposed> {
  readonly kind: ProposalKind<Proposal>
  readonly list: LoadedQuery<readonly Proposal[]> & MoreButtonProps
  /** The button beside the title. */
  readonly action?: ReactNode
}

/** A merchant's proposals of one kind, with the acts of a second person. */
export function ProposalList<Proposal extends Proposed>({ kind, list, action }: ProposalListProps<Proposal>) {
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>{kind.title}</h2>
        {action}
      </div>
      <Loaded query={list}>
        {(items) =>
          items.length === 0 ? (
            <p className={styles.quiet}>{kind.none}</p>
          ) : (
            <>
              <DataTable label={kind.title} rows={items} keyOf={({ id }) => id} columns={columnsOf(kind)} />
              <MoreButton {...list} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function columnsOf<Proposal extends Proposed>(kind: ProposalKind<Proposal>): Column<Proposal>[] {
  return [
    ...kind.columns,
    { key: 'why', title: t('floor.proposal.why'), cell: ({ note }) => note },
    {
      key: 'by',
      title: kind.proposed,
      cell: ({ proposedBy, proposedMs }) =>
        t('floor.proposal.byWhom', { name: proposedBy.name, time: utcDateTime(proposedMs) }),
    },
    {
      key: 'state',
      title: t('floor.proposal.state'),
      cell: ({ state, decidedBy }) => {
        const label = kind.stateLabel(state, decidedBy?.name ?? '')
        return state === 'proposed' ? <Tag tone="attention">{label}</Tag> : <Tag>{label}</Tag>
      },
    },
    {
      key: 'act',
      title: t('floor.proposal.act'),
      isTitleHidden: true,
      cell: (proposal) => <ProposalActs kind={kind} proposal={proposal} />,
    },
  ]
}

interface ProposalActsProps<Proposal extends Proposed> {
  readonly kind: ProposalKind<Proposal>
  readonly proposal: Proposal
}

function ProposalActs<Proposal extends Proposed>({ kind, proposal }: ProposalActsProps<Proposal>) {
  const { id, state, proposedBy } = proposal
  const { confirm, reject } = kind
  const operatorId = useOperator()?.operatorId
  const mayConfirm = useMay(confirm.access) === true
  const mayReject = useMay(reject.access) === true
  if (state !== 'proposed') return null
  return (
    <SecondPersonActs
      id={id}
      isOwn={proposedBy.operatorId === operatorId}
      mayConfirm={mayConfirm}
      mayReject={mayReject}
      confirm={{ ...confirm, send: () => confirm.send(id), done: () => confirm.done }}
      reject={{ ...reject, send: (note) => reject.send(id, note) }}
    />
  )
}
