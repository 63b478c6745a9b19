import {
  operatorInstruments,
  operatorTermsConfirm,
  operatorTermsProposals,
  operatorTermsReject,
} from '@candor/api/operator'
import type { TermsProposalView } from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { decisionBy, ProposalPanel } from './proposal-panel.tsx'
import type { ProposalKind } from './proposal-panel.tsx'
import { changeLabels } from './proposal-labels.ts'
import { durationLabel, termsChanges } from './terms-labels.ts'

/** Proposed terms: the changes, the author, and whether this operator may be the second person. */
export function Proposals() {
  const query = useQuery({
    ...queryFor(operatorTermsProposals, { state: 'proposed', limit: 100 }),
    refetchInterval: 5_000,
  })
  return <ProposalPanel query={query} kind={kind()} />
}

const kind = (): ProposalKind<TermsProposalView> => ({
  title: t('risk.proposals'),
  nameOf: ({ symbol, wanted }) => t('risk.proposals.of', { symbol, duration: durationLabel(wanted.durationMs) }),
  changesOf: ({ current, wanted }) => [
    ...(current === null ? [t('risk.proposals.new')] : []),
    ...changeLabels(termsChanges, current, wanted),
  ],
  decision: decisionBy('terms.confirm', operatorTermsConfirm, operatorTermsReject),
  changes: [operatorTermsProposals, operatorInstruments],
  confirmed: t('risk.done.confirmed'),
})
