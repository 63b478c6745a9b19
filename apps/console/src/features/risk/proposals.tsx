import { operatorInstruments, operatorTermsProposals } from '@candor/api/operator'
import type { TermsProposalView } from '@candor/api/operator'
import { t } from '../../shared/i18n/index.ts'
import { ProposalPanel } from './proposal-panel.tsx'
import type { ProposalKind } from './proposal-panel.tsx'
import { changeLabels } from './proposal-labels.ts'
import { durationLabel, termsChanges } from './terms-labels.ts'

/** Proposed terms: the changes, the author, and whether this operator may be the second person. */
export function Proposals() {
  return <ProposalPanel kind={kind()} />
}

const kind = (): ProposalKind<TermsProposalView> => ({
  title: t('risk.proposals'),
  nameOf: ({ symbol, wanted }) => t('risk.proposals.of', { symbol, duration: durationLabel(wanted.durationMs) }),
  changesOf: ({ current, wanted }) => [
    ...(current === null ? [t('risk.proposals.new')] : []),
    ...changeLabels(termsChanges, current, wanted),
  ],
  ...operatorTermsProposals,
  act: 'terms.confirm',
  inForce: operatorInstruments,
  confirmed: t('risk.done.confirmed'),
})
