import { operatorCorrections } from '@candor/api/operator'
import type { CorrectionView } from '@candor/api/operator'
import { Note } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { usePages } from '../../shared/api/index.ts'
import { money, t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { EmptyState, actColumn, PagedTable } from '../../shared/page/index.ts'
import type { Column } from '../../shared/page/index.ts'
import { authorColumn, ProposalActs } from '../../shared/approval/index.ts'

/** Movements between the house and customers that two people agree on. */
export function Corrections() {
  const list = usePages(operatorCorrections.list, { limit: 50 }, { refetchInterval: 10_000 })
  return (
    <>
      <Note>{t('risk.corrections.text')}</Note>
      <PagedTable
        label={t('risk.corrections')}
        list={list}
        columns={columns()}
        empty={<EmptyState icon={ReceiptIcon} texts={['risk.corrections.none', 'risk.corrections.noneText']} />}
      />
    </>
  )
}

function columns(): readonly Column<CorrectionView>[] {
  return [
    {
      key: 'customer',
      title: t('risk.corrections.customer'),
      cell: ({ customerId, publicId }) => (
        <a href={hrefOf('customers', customerId)}>{t('risk.corrections.account', { account: publicId })}</a>
      ),
    },
    {
      key: 'amount',
      title: t('risk.corrections.amount'),
      cell: ({ amount, asset }) => money(amount, asset, 'result'),
      isNumber: true,
    },
    {
      key: 'why',
      title: t('risk.corrections.why'),
      cell: ({ reason, note }) => `${reason.replaceAll('-', ' ')}: ${note}`,
    },
    authorColumn(t('risk.corrections.by')),
    { key: 'state', title: t('risk.corrections.state'), cell: stateLabel },
    actColumn(t('risk.terms.act'), (correction) => (
      <ProposalActs
        proposal={correction}
        operations={operatorCorrections}
        act="correction.confirm"
        confirmed={t('risk.corrections.done.booked')}
        rejected={t('risk.corrections.done.rejected')}
      />
    )),
  ]
}

function stateLabel({ state, decidedBy }: CorrectionView): string {
  return t(`risk.corrections.state.${state}`, { name: decidedBy?.name ?? '' })
}
