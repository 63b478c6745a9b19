import type { ReactNode } from 'react'
import type { ConfirmedAct } from '@candor/api/operator'
import type { Called } from '@candor/client'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { t, utcDateTime } from '../../shared/i18n/index.ts'
import { queryFor } from '../../shared/api/index.ts'
import { useOperator } from '../../shared/operator/index.ts'
import { isAuthor, ProposalActs } from '../../shared/approval/index.ts'
import type { ProposalDecisions, Proposed } from '../../shared/approval/index.ts'
import { Loaded, Panel } from '../../shared/page/index.ts'
import styles from './risk.module.css'

/** The list of proposals of a kind. */
type ProposalQuery<Proposal> = Called<
  z.core.$ZodType<unknown, { state?: string | undefined; limit?: string | number | undefined }>,
  z.core.$ZodType<{ readonly items: readonly Proposal[] }>
>

/** The proposals of a kind that wait for a second person. */
export function useProposals<Proposal>(list: ProposalQuery<Proposal>) {
  return useQuery({ ...queryFor(list, { state: 'proposed', limit: 100 }), refetchInterval: 5_000 })
}

/** The texts, roles and operations of a kind of proposals. */
export interface ProposalKind<Proposal extends Proposed> extends ProposalDecisions {
  readonly title: string
  readonly nameOf: (proposal: Proposal) => string
  /** The changes, one sentence each. */
  readonly changesOf: (proposal: Proposal) => readonly string[]
  /** Below the changes: what they would have come to. */
  readonly effectOf?: (proposal: Proposal) => ReactNode
  readonly list: ProposalQuery<Proposal>
  /** What the passkey of the second person signs. */
  readonly act: ConfirmedAct
  /** The query that shows what is in force. */
  readonly inForce: { readonly path: string }
  /** The message after confirming. */
  readonly confirmed: string
}

export interface ProposalPanelProps<Proposal extends Proposed> {
  readonly kind: ProposalKind<Proposal>
}

/** Proposals: the changes, the author, and whether this operator may be the second person. */
export function ProposalPanel<Proposal extends Proposed>({ kind }: ProposalPanelProps<Proposal>) {
  const query = useProposals(kind.list)
  return (
    <Panel title={kind.title}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.quiet}>{t('risk.proposals.none')}</p>
          ) : (
            <ul className={styles.proposals}>
              {items.map((proposal) => (
                <li key={proposal.id}>
                  <ProposalItem kind={kind} proposal={proposal} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

interface ProposalItemProps<Proposal extends Proposed> {
  readonly kind: ProposalKind<Proposal>
  readonly proposal: Proposal
}

function ProposalItem<Proposal extends Proposed>({ kind, proposal }: ProposalItemProps<Proposal>) {
  const { note, proposedBy, proposedMs } = proposal
  const isOwn = isAuthor(proposedBy, useOperator()?.operatorId)
  return (
    <div className={styles.proposal}>
      <div className={styles.proposalLabel}>
        <b>{kind.nameOf(proposal)}</b>
        <ul>
          {kind.changesOf(proposal).map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        {kind.effectOf?.(proposal)}
        <p className={styles.quiet}>
          {proposedBy === null
            ? t('risk.proposals.byHidden', { time: utcDateTime(proposedMs), note })
            : t('risk.proposals.by', { name: proposedBy.name, time: utcDateTime(proposedMs), note })}
        </p>
        {isOwn ? <p className={styles.quiet}>{t('risk.proposals.own')}</p> : null}
      </div>
      <ProposalActs
        proposal={proposal}
        operations={kind}
        act={kind.act}
        changes={[kind.inForce]}
        confirmed={kind.confirmed}
      />
    </div>
  )
}
