import type { ReactNode } from 'react'
import { Tag } from '@candor/ui'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { actColumn, PagedTable } from '../../shared/page/index.ts'
import type { Column, LoadedQuery, MoreButtonProps } from '../../shared/page/index.ts'
import { authorName, ProposalActs } from '../../shared/approval/index.ts'
import type { ProposalActsProps, Proposed } from '../../shared/approval/index.ts'
import styles from './floor.module.css'

/** What proposals of a merchant have in common. */
interface MerchantProposed extends Proposed {
  readonly decidedBy: { readonly name: string } | null
}

/** The texts, columns, roles and operations of a kind of proposals. */
export interface ProposalKind<Proposal extends MerchantProposed> extends Omit<ProposalActsProps, 'proposal'> {
  readonly title: string
  readonly none: string
  readonly proposed: string
  /** The columns before reason, author and state. */
  readonly columns: readonly Column<Proposal>[]
  /** The state as text; `name` is the operator that decided. */
  readonly stateLabel: (state: Proposal['state'], name: string) => string
}

interface ProposalListProps<Proposal extends MerchantProposed> {
  readonly kind: ProposalKind<Proposal>
  readonly list: LoadedQuery<readonly Proposal[]> & MoreButtonProps
  /** The button beside the title. */
  readonly action?: ReactNode
}

/** A merchant's proposals of one kind, with the acts of a second person. */
export function ProposalList<Proposal extends MerchantProposed>({ kind, list, action }: ProposalListProps<Proposal>) {
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2>{kind.title}</h2>
        {action}
      </div>
      <PagedTable
        label={kind.title}
        list={list}
        columns={columnsOf(kind)}
        empty={<p className={styles.quiet}>{kind.none}</p>}
      />
    </section>
  )
}

function columnsOf<Proposal extends MerchantProposed>(kind: ProposalKind<Proposal>): Column<Proposal>[] {
  const { columns, proposed, stateLabel, ...acts } = kind
  return [
    ...columns,
    { key: 'why', title: t('floor.proposal.why'), cell: ({ note }) => note },
    {
      key: 'by',
      title: proposed,
      cell: ({ proposedBy, proposedMs }) =>
        t('floor.proposal.byWhom', { name: authorName(proposedBy), time: utcDateTime(proposedMs) }),
    },
    {
      key: 'state',
      title: t('floor.proposal.state'),
      cell: ({ state, decidedBy }) => {
        const label = stateLabel(state, decidedBy?.name ?? '')
        return state === 'proposed' ? <Tag tone="attention">{label}</Tag> : <Tag>{label}</Tag>
      },
    },
    actColumn(t('floor.proposal.act'), (proposal) => <ProposalActs {...acts} proposal={proposal} />),
  ]
}
