import {
  operatorInterestConfirm,
  operatorInterestProducts,
  operatorInterestProposals,
  operatorInterestReject,
} from '@candor/contract/operator'
import type { InterestProposalView } from '@candor/contract/operator'
import { showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { interestChangeWords, productWords } from './interest-words.ts'
import { ProposalPanel } from './proposal-panel.tsx'
import type { ProposalKind } from './proposal-panel.tsx'

/** Proposed versions of interest products, for a second person. */
export function InterestProposals() {
  const query = useQuery({ ...queryFor(operatorInterestProposals, { state: 'proposed', limit: 100 }), refetchInterval: 5_000 })
  return <ProposalPanel query={query} kind={kind()} />
}

const kind = (): ProposalKind<InterestProposalView> => ({
  title: t('risk.interest.proposals'),
  nameOf: ({ wanted }) => productWords(wanted),
  changesOf: ({ current, wanted }) => [
    ...(current === null ? [t('risk.interest.proposals.new')] : []),
    ...interestChangeWords(current, wanted),
  ],
  deciders: operatorInterestConfirm.roles,
  async confirm(id) {
    const result = await call(operatorInterestConfirm, { id })
    refresh(operatorInterestProposals, operatorInterestProducts)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('risk.interest.done.confirmed') : result.msg)
  },
  async reject(id, note) {
    const result = await call(operatorInterestReject, { id, note })
    refresh(operatorInterestProposals)
    if (!result.ok) return result.msg
    showToast('done', t('risk.done.rejected'))
    return null
  },
})
