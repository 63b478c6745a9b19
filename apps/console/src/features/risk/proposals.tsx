import { operatorInstruments, operatorTermsConfirm, operatorTermsProposals, operatorTermsReject } from '@candor/contract/operator'
import type { TermsProposalView } from '@candor/contract/operator'
import { showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh } from '../../shared/api/index.ts'
import { utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { useMay, useOperator } from '../../shared/operator/index.ts'
import { Loaded } from '../../shared/states/index.ts'
import { Panel } from './panel.tsx'
import { SecondPersonActs } from './second-person-acts.tsx'
import { changeWords, durationWords } from './terms-words.ts'
import styles from './risk.module.css'

/** Proposed terms: what would change, who wants it, and whether this operator may be the second person. */
export function Proposals() {
  const proposals = useQuery({ ...queryFor(operatorTermsProposals, { state: 'proposed', limit: 100 }), refetchInterval: 5_000 })
  return (
    <Panel title={t('risk.proposals')}>
      <Loaded query={proposals}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.quiet}>{t('risk.proposals.none')}</p>
          ) : (
            <ul className={styles.proposals}>
              {items.map((proposal) => (
                <li key={proposal.id}>
                  <Proposal proposal={proposal} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Proposal({ proposal }: { readonly proposal: TermsProposalView }) {
  const { id, symbol, current, wanted, note, proposedBy, proposedMs } = proposal
  const operatorId = useOperator()?.operatorId
  const mayDecide = useMay(operatorTermsConfirm.roles) === true
  const isOwn = proposedBy.operatorId === operatorId
  const confirm = async () => {
    const result = await call(operatorTermsConfirm, { id })
    refresh(operatorTermsProposals, operatorInstruments)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('risk.done.confirmed') : result.msg)
  }
  const reject = async (reason: string): Promise<string | null> => {
    const result = await call(operatorTermsReject, { id, note: reason })
    refresh(operatorTermsProposals)
    if (!result.ok) return result.msg
    showToast('done', t('risk.done.rejected'))
    return null
  }
  return (
    <div className={styles.proposal}>
      <div className={styles.proposalWords}>
        <b>{t('risk.proposals.of', { symbol, duration: durationWords(wanted.durationMs) })}</b>
        {current === null ? <p>{t('risk.proposals.new')}</p> : null}
        <ul>
          {changeWords(current, wanted).map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
        <p className={styles.quiet}>{t('risk.proposals.by', { name: proposedBy.name, time: utcDateTime(proposedMs), note })}</p>
        {isOwn ? <p className={styles.quiet}>{t('risk.proposals.own')}</p> : null}
      </div>
      {mayDecide ? <SecondPersonActs isOwn={isOwn} mayConfirm mayReject onConfirm={confirm} onReject={reject} /> : null}
    </div>
  )
}
