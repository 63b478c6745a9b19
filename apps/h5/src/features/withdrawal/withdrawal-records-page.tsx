import { ArrowUpIcon } from '@candor/ui/icons/account'
import type { WithdrawalView } from '@candor/api'
import { destinationTitle, shortNumber } from '../../shared/money/destination/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { hrefOf, RecordRow } from '../../shared/page/index.ts'
import { recordsPage, StartedRecords } from '../../shared/page/records/index.ts'
import { useWithdrawals } from './withdrawal-queries.ts'
import { WithdrawalScreen } from './withdrawal-screen.tsx'
import { labelOf } from './withdrawal-state-model.ts'

/** Withdrawals: the list, or one with its clock when the address names it. */
export const WithdrawalRecordsPage = recordsPage('withdrawalRecords', Withdrawals, WithdrawalScreen, {
  title: 'withdrawal.list.title',
  signedOut: 'withdrawal.signedOut',
})

function Withdrawals() {
  return (
    <StartedRecords
      pages={useWithdrawals()}
      icon={ArrowUpIcon}
      texts={{
        failed: 'withdrawal.list.failed',
        empty: ['withdrawal.list.empty.title', 'withdrawal.list.empty.text'],
        start: 'withdrawal.list.empty.action',
      }}
      begin="withdrawal"
      row={(withdrawal) => <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />}
    />
  )
}

export function WithdrawalRow({ withdrawal }: { readonly withdrawal: WithdrawalView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const { id, amount, asset, destination, state, createdMs, isOverdue } = withdrawal
  return (
    <RecordRow
      href={hrefOf('withdrawalRecords', { id })}
      sign={<ArrowUpIcon size={20} />}
      title={destinationTitle(texts, destination)}
      code={shortNumber(destination)}
      detail={formatDateTime(locale, createdMs)}
      amount={<OwnMoney amount={`-${amount}`} asset={asset} sign="result" />}
      state={
        isOverdue
          ? t('withdrawal.late', { state: t(`withdrawal.state.${labelOf(state)}`) })
          : t(`withdrawal.state.${labelOf(state)}`)
      }
      needsAttention={isOverdue || labelOf(state) === 'fail'}
    />
  )
}
