import { operatorInterestProposals, operatorInterestProducts } from '@candor/api/operator'
import type { InterestProposalView } from '@candor/api/operator'
import { t } from '../../shared/i18n/index.ts'
import { interestChanges, productLabel } from './interest-labels.ts'
import { changeLabels } from './proposal-labels.ts'
import { ProposalPanel } from './proposal-panel.tsx'
import type { ProposalKind } from './proposal-panel.tsx'

/** Proposed versions of interest products, for a second person. */
export function InterestProposals() {
  return <ProposalPanel kind={kind()} />
}

const kind = (): ProposalKind<InterestProposalView> => ({
  title: t('risk.interest.proposals'),
  nameOf: ({ wanted }) => productLabel(wanted),
  changesOf: ({ current, wanted }) => [
    ...(current === null ? [t('risk.interest.proposals.new')] : []),
    ...changeLabels(interestChanges, current, wanted),
  ],
  ...operatorInterestProposals,
  act: 'interest.confirm',
  inForce: operatorInterestProducts,
  confirmed: t('risk.interest.done.confirmed'),
})
