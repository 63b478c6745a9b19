import {
  operatorInterestConfirm,
  operatorInterestProducts,
  operatorInterestProposals,
  operatorInterestReject,
} from '@candor/api/operator'
import type { InterestProposalView } from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { interestChanges, productLabel } from './interest-labels.ts'
import { changeLabels } from './proposal-labels.ts'
import { decisionBy, ProposalPanel } from './proposal-panel.tsx'
import type { ProposalKind } from './proposal-panel.tsx'

/** Proposed versions of interest products, for a second person. */
export function InterestProposals() {
  const query = useQuery({
    ...queryFor(operatorInterestProposals, { state: 'proposed', limit: 100 }),
    refetchInterval: 5_000,
  })
  return <ProposalPanel query={query} kind={kind()} />
}

const kind = (): ProposalKind<InterestProposalView> => ({
  title: t('risk.interest.proposals'),
  nameOf: ({ wanted }) => productLabel(wanted),
  changesOf: ({ current, wanted }) => [
    ...(current === null ? [t('risk.interest.proposals.new')] : []),
    ...changeLabels(interestChanges, current, wanted),
  ],
  decision: decisionBy('interest.confirm', operatorInterestConfirm, operatorInterestReject),
  changes: [operatorInterestProposals, operatorInterestProducts],
  confirmed: t('risk.interest.done.confirmed'),
})
