import { operatorInstruments, operatorTermsConfirm, operatorTermsProposals, operatorTermsReject } from '@candor/contract/operator'
import type { TermsProposalView } from '@candor/contract/operator'
import { showToast } from '@candor/ui'
import { useQuery } from '@tanstack/react-query'
import { call, queryFor, refresh } from '../../shared/api/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { ProposalPanel } from './proposal-panel.tsx'
import type { ProposalKind } from './proposal-panel.tsx'
import { changeWords, durationWords } from './terms-words.ts'

/** Proposed terms: what would change, who wants it, and whether this operator may be the second person. */
export function Proposals() {
  const query = useQuery({ ...queryFor(operatorTermsProposals, { state: 'proposed', limit: 100 }), refetchInterval: 5_000 })
  return <ProposalPanel query={query} kind={kind()} />
}

const kind = (): ProposalKind<TermsProposalView> => ({
  title: t('risk.proposals'),
  nameOf: ({ symbol, wanted }) => t('risk.proposals.of', { symbol, duration: durationWords(wanted.durationMs) }),
  changesOf: ({ current, wanted }) => [...(current === null ? [t('risk.proposals.new')] : []), ...changeWords(current, wanted)],
  deciders: operatorTermsConfirm.roles,
  async confirm(id) {
    const result = await call(operatorTermsConfirm, { id })
    refresh(operatorTermsProposals, operatorInstruments)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('risk.done.confirmed') : result.msg)
  },
  async reject(id, note) {
    const result = await call(operatorTermsReject, { id, note })
    refresh(operatorTermsProposals)
    if (!result.ok) return result.msg
    showToast('done', t('risk.done.rejected'))
    return null
  },
})
