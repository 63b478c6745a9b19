import { operatorCorrectionConfirm, operatorCorrectionReject, operatorCorrections } from '@candor/api/operator'
import type { CorrectionView } from '@candor/api/operator'
import { Note, showToast, StatePanel } from '@candor/ui'
import { ReceiptIcon } from '@candor/ui/icons/ticket'
import { call, refresh, usePages } from '../../shared/api/index.ts'
import { money, utcDateTime } from '../../shared/format/index.ts'
import { useConfirmation } from '../../shared/confirmation/index.ts'
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

function Acts({ correction }: { readonly correction: CorrectionView }) {
  const operatorId = useOperator()?.operatorId
  const { confirm, dialog } = useConfirmation()
  const mayConfirm = useMay(operatorCorrectionConfirm.access) === true
  const mayReject = useMay(operatorCorrectionReject.access) === true
  if (correction.state !== 'proposed') return null
  const isOwn = correction.proposedBy.operatorId === operatorId
  const confirmed = async () => {
    const refusal = await confirm({ act: 'correction.confirm', id: correction.id })
    if (refusal !== null) {
      showToast('refused', refusal)
      return
    }
    const result = await call(operatorCorrectionConfirm, { id: correction.id })
    refresh(operatorCorrections)
    showToast(result.ok ? 'done' : 'refused', result.ok ? t('risk.corrections.done.booked') : result.msg)
  }
  const reject = async (note: string): Promise<string | null> => {
    const result = await call(operatorCorrectionReject, { id: correction.id, note })
    refresh(operatorCorrections)
    if (!result.ok) return result.msg
    showToast('done', t('risk.corrections.done.rejected'))
    return null
  }
  return (
    <>
      <SecondPersonActs
        isOwn={isOwn}
        mayConfirm={mayConfirm}
        mayReject={mayReject}
        onConfirm={confirmed}
        onReject={reject}
      />
      {dialog}
    </>
  )
}
