import { operatorAdvertProposals, operatorAdverts, operatorDeskMoney, operatorDesks } from '@candor/api/operator'
import type { AdvertProposalView } from '@candor/api/operator'
import { usePages } from '../../shared/api/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { priceText } from './price-labels.ts'
import { ProposalList } from './proposal-list.tsx'
import type { ProposalKind } from './proposal-list.tsx'

/** A merchant's adverts outside the band of the official price, proposed by one operator and published by another. */
export function AdvertProposals({ deskId }: { readonly deskId: string }) {
  const list = usePages(operatorAdvertProposals.list, { deskId, limit: 10 }, { refetchInterval: 5_000 })
  return <ProposalList kind={kind()} list={list} />
}

const kind = (): ProposalKind<AdvertProposalView> => ({
  title: t('floor.proposals'),
  none: t('floor.proposals.none'),
  proposed: t('floor.proposals.by'),
  columns: [
    { key: 'price', title: t('floor.adverts.price'), isNumber: true, cell: ({ unitPrice }) => priceText(unitPrice) },
    {
      key: 'official',
      title: t('floor.proposals.official'),
      isNumber: true,
      cell: ({ officialPrice }) => priceText(officialPrice),
    },
    { key: 'total', title: t('floor.proposals.total'), isNumber: true, cell: ({ total }) => money(total, 'USDT') },
  ],
  stateLabel: (state, name) => t(`floor.proposals.state.${state}`, { name }),
  operations: operatorAdvertProposals,
  act: 'advert.publish',
  changes: [operatorAdverts, operatorDeskMoney, operatorDesks],
  confirmed: t('floor.publish.done'),
})
