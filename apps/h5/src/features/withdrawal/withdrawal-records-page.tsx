import { ArrowUpIcon } from '@candor/ui/icons/account'
import type { WithdrawalView } from '@candor/api'
import { destinationTitle, shortNumber } from '../../shared/money/destination/index.ts'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { hrefOf, RecordRow } from '../../shared/page/index.ts'
import { StartedRecords, startedRecordsPage } from '../../shared/page/records/index.ts'
import { useWithdrawals } from './withdrawal-queries.ts'
import { WithdrawalScreen } from './withdrawal-screen.tsx'
import { labelOf } from './withdrawal-state-model.ts'

/** Withdrawals: the list, or one with its clock when the address names it. */
export const WithdrawalRecordsPage = startedRecordsPage('withdrawal', Withdrawals, WithdrawalScreen)

function Withdrawals() {
  return <StartedRecords begin="withdrawal" pages={useWithdrawals()} icon={ArrowUpIcon} Row={WithdrawalRow} />
}

export function WithdrawalRow({ item }: { readonly item: WithdrawalView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const { id, amount, asset, destination, state, createdMs, isOverdue } = item
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
