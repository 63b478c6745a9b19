import type { OperatorAccess } from '@candor/api/operator'
import { showToast } from '@candor/ui'
import { refresh } from '../../shared/api/index.ts'
import { utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useMay, useOperator } from '../../shared/operator/index.ts'
import { SecondPersonActs } from '../../shared/proposal/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import type { LoadedQuery } from '../../shared/states/index.ts'
import { Panel } from './panel.tsx'
import styles from './risk.module.css'

/** The author and reason of every proposal. */
interface Proposed {
  readonly id: string
  readonly note: string
  readonly proposedBy: { readonly operatorId: string; readonly name: string }
  readonly proposedMs: number
}

/** The texts, roles and operations of a kind of proposals. */
export interface ProposalKind<Proposal extends Proposed> {
  readonly title: string
  readonly nameOf: (proposal: Proposal) => string
  /** The changes, one sentence each. */
  readonly changesOf: (proposal: Proposal) => readonly string[]
  readonly deciders: OperatorAccess
  readonly confirm: (id: string) => Promise<Decided>
  readonly reject: (id: string, note: string) => Promise<Decided>
  /** The queries to refetch after either. */
  readonly changes: readonly { readonly path: string }[]
  /** The message after confirming. */
  readonly confirmed: string
}

type Decided = { readonly ok: true } | { readonly ok: false; readonly msg: string }

export interface ProposalPanelProps<Proposal extends Proposed> {
  readonly kind: ProposalKind<Proposal>
  readonly query: LoadedQuery<{ readonly items: readonly Proposal[] }>
}

/** Proposals: the changes, the author, and whether this operator may be the second person. */
export function ProposalPanel<Proposal extends Proposed>({ kind, query }: ProposalPanelProps<Proposal>) {
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
  const { id, note, proposedBy, proposedMs } = proposal
  const operatorId = useOperator()?.operatorId
  const mayDecide = useMay(kind.deciders) === true
  const isOwn = proposedBy.operatorId === operatorId
  const confirm = async () => {
    const result = await kind.confirm(id)
    refresh(...kind.changes)
    showToast(result.ok ? 'done' : 'refused', result.ok ? kind.confirmed : result.msg)
  }
  const reject = async (reason: string): Promise<string | null> => {
    const result = await kind.reject(id, reason)
    refresh(...kind.changes)
    if (!result.ok) return result.msg
    showToast('done', t('shared.proposal.rejected'))
    return null
  }
  return (
    <div className={styles.proposal}>
      <div className={styles.proposalLabel}>
        <b>{kind.nameOf(proposal)}</b>
        <ul>
          {kind.changesOf(proposal).map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        <p className={styles.quiet}>
          {t('risk.proposals.by', { name: proposedBy.name, time: utcDateTime(proposedMs), note })}
        </p>
        {isOwn ? <p className={styles.quiet}>{t('risk.proposals.own')}</p> : null}
      </div>
      {mayDecide ? <SecondPersonActs isOwn={isOwn} mayConfirm mayReject onConfirm={confirm} onReject={reject} /> : null}
    </div>
  )
}
