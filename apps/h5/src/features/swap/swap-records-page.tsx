import type { SwapView } from '@candor/api'
import { ArrowsLeftRightIcon } from '@candor/ui/icons/account'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { hrefOf, RecordRow } from '../../shared/page/index.ts'
import { StartedRecords, startedRecordsPage } from '../../shared/page/records/index.ts'
import { useSwaps } from './swap-queries.ts'
import { SwapScreen } from './swap-screen.tsx'

/** Swaps: the list, or one when the address names it. */
export const SwapRecordsPage = startedRecordsPage('swap', Swaps, SwapScreen)

function Swaps() {
  return <StartedRecords begin="swap" pages={useSwaps()} icon={ArrowsLeftRightIcon} Row={SwapRow} />
}

function SwapRow({ item }: { readonly item: SwapView }) {
  const { t, locale } = useTexts()
  const { id, from, to, gives, receives, atMs } = item
  return (
    <RecordRow
      href={hrefOf('swapRecords', { id })}
      sign={<ArrowsLeftRightIcon size={20} />}
      title={t('swap.pair', { from, to })}
      detail={formatDateTime(locale, atMs)}
      amount={<OwnMoney amount={receives} asset={to} sign="result" />}
      state={<OwnMoney amount={`-${gives}`} asset={from} sign="result" />}
    />
  )
}
