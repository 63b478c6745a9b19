import {
  operatorAdvertTermsProposals,
  operatorAnnouncementProposals,
  operatorCorrections,
  operatorExplanations,
  operatorInterestProposals,
  operatorMarkets,
  operatorPublishedCodes,
  operatorSettingProposals,
  operatorSwapProposals,
  operatorTermsProposals,
} from '@candor/api/operator'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import type { Screen } from '../../shared/navigation/index.ts'
import { useMay } from '../../shared/operator/index.ts'
import type { Author } from '../../shared/approval/index.ts'

/** A change that one operator proposed and a second one has not decided. */
export interface OpenProposal {
  readonly key: string
  readonly title: string
  readonly by: Author
  readonly atMs: number
  readonly screen: Screen
  readonly place: string | undefined
}

interface Proposed {
  readonly id: string
  readonly proposedBy: OpenProposal['by']
  readonly proposedMs: number
}

/** The part of an open proposal that every kind has. */
function proposalOf(
  { id, proposedBy: by, proposedMs: atMs }: Proposed,
  title: string,
  screen: Screen,
  place?: string,
): OpenProposal {
  return { key: `${screen} ${place} ${id}`, title, by, atMs, screen, place }
}

const proposed = { state: 'proposed', limit: 100 } as const

/** Every change that waits for a second person, of what the operator may read, the oldest first. */
export function useOpenProposals(): { readonly items: readonly OpenProposal[]; readonly maySee: boolean } {
  const mayTerms = useMay(operatorTermsProposals.list.access) === true
  const mayCorrections = useMay(operatorCorrections.list.access) === true
  const mayCodes = useMay(operatorPublishedCodes.list.access) === true
  const terms = { enabled: mayTerms, refetchInterval: 15_000 }
  const contracts = useQuery({ ...queryFor(operatorTermsProposals.list, proposed), ...terms }).data?.items ?? []
  const interest = useQuery({ ...queryFor(operatorInterestProposals.list, proposed), ...terms }).data?.items ?? []
  const swaps = useQuery({ ...queryFor(operatorSwapProposals.list, proposed), ...terms }).data?.items ?? []
  const adverts = useQuery({ ...queryFor(operatorAdvertTermsProposals.list, proposed), ...terms }).data?.items ?? []
  const settings = useQuery({ ...queryFor(operatorSettingProposals.list, proposed), ...terms }).data?.items ?? []
  const explanations = useQuery({ ...queryFor(operatorExplanations.list, proposed), ...terms }).data?.items ?? []
  const markets = useQuery({ ...queryFor(operatorMarkets, {}), ...terms }).data?.items ?? []
  const corrections =
    useQuery({ ...queryFor(operatorCorrections.list, proposed), ...terms, enabled: mayCorrections }).data?.items ?? []
  const codes = useQuery({ ...queryFor(operatorPublishedCodes.list, proposed), ...terms, enabled: mayCodes }).data
    ?.items
  const announced = useQuery({
    ...queryFor(operatorAnnouncementProposals.list, proposed),
    ...terms,
    enabled: mayCodes,
  }).data
  const items = [
    ...contracts.map((one) => proposalOf(one, t('overview.second.terms'), 'risk', 'terms')),
    ...interest.map((one) => proposalOf(one, t('overview.second.interest'), 'risk', 'interest')),
    ...swaps.map((one) => proposalOf(one, t('overview.second.swap'), 'risk', 'swaps')),
    ...adverts.map((one) => proposalOf(one, t('overview.second.adverts'), 'risk', 'adverts')),
    ...settings.map((one) => proposalOf(one, one.title, 'risk', 'settings')),
    ...explanations.map((one) => proposalOf(one, t('overview.second.explanation'), 'risk', 'incidents')),
    ...corrections.map((one) =>
      proposalOf(one, t('overview.second.correction', { amount: money(one.amount, one.asset) }), 'risk', 'corrections'),
    ),
    ...(codes ?? []).map((one) => proposalOf(one, t('overview.second.code'), 'messages', 'codes')),
    ...(announced?.items ?? []).map((one) => proposalOf(one, one.titles.en, 'messages')),
    ...markets.flatMap(({ name, halt }) =>
      halt === null || halt.lift === null
        ? []
        : [
            proposalOf(
              { id: halt.id, proposedBy: halt.lift.requestedBy, proposedMs: halt.lift.requestedMs },
              t('overview.second.lift', { name }),
              'risk',
              'exposure',
            ),
          ],
    ),
  ]
  return {
    maySee: mayTerms || mayCorrections || mayCodes,
    items: items.toSorted((one, other) => one.atMs - other.atMs),
  }
}
