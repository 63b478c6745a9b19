import { operatorCorrectionConfirm, operatorCorrectionReject, operatorCorrections } from '@candor/api/operator'
import type { CorrectionView } from '@candor/api/operator'
import { Note, StatePanel } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { call, usePages } from '../../shared/api/index.ts'
import { money, utcDateTime } from '../../shared/format/index.ts'
import { t } from '../../shared/i18n/index.ts'
import { hrefOf } from '../../shared/navigation/index.ts'
import { useMay, useOperator } from '../../shared/operator/index.ts'
import { DataTable, MoreButton } from '../../shared/page/index.ts'
import { SecondPersonActs } from '../../shared/proposal/index.ts'
import { Loaded } from '../../shared/states/index.ts'

/** Movements between the house and customers that two people agree on. */
export function Corrections() {
  const list = usePages(operatorCorrections, { limit: 50 }, { refetchInterval: 10_000 })
  return (
    <>
      <Note>{t('risk.corrections.text')}</Note>
      <Loaded query={list}>
        {(items) =>
          items.length === 0 ? (
            <StatePanel
              icon={<ReceiptIcon size={28} />}
              title={t('risk.corrections.none')}
              text={t('risk.corrections.noneText')}
            />
          ) : (
            <>
              <DataTable
                label={t('risk.corrections')}
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    key: 'customer',
                    title: t('risk.corrections.customer'),
                    cell: ({ customerId, publicId }) => (
                      <a href={hrefOf('customers', customerId)}>
                        {t('risk.corrections.account', { account: publicId })}
                      </a>
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
                  {
                    key: 'by',
                    title: t('risk.corrections.by'),
                    cell: ({ proposedBy, proposedMs }) => `${proposedBy.name}, ${utcDateTime(proposedMs)}`,
                  },
                  { key: 'state', title: t('risk.corrections.state'), cell: stateLabel },
                  {
                    key: 'act',
                    title: t('risk.terms.act'),
                    isTitleHidden: true,
                    cell: (correction) => <Acts correction={correction} />,
                  },
                ]}
              />
              <MoreButton {...list} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function stateLabel({ state, decidedBy }: CorrectionView): string {
  return t(`risk.corrections.state.${state}`, { name: decidedBy?.name ?? '' })
}

function Acts({ correction: { id, state, proposedBy } }: { readonly correction: CorrectionView }) {
  const operatorId = useOperator()?.operatorId
  const mayConfirm = useMay(operatorCorrectionConfirm.access) === true
  const mayReject = useMay(operatorCorrectionReject.access) === true
  if (state !== 'proposed') return null
  return (
    <SecondPersonActs
      id={id}
      isOwn={proposedBy.operatorId === operatorId}
      mayConfirm={mayConfirm}
      mayReject={mayReject}
      confirm={{
        act: 'correction.confirm',
        send: () => call(operatorCorrectionConfirm, { id }),
        done: () => t('risk.corrections.done.booked'),
        changes: [operatorCorrections],
      }}
      reject={{
        send: (note) => call(operatorCorrectionReject, { id, note }),
        done: t('risk.corrections.done.rejected'),
        changes: [operatorCorrections],
      }}
    />
  )
}
