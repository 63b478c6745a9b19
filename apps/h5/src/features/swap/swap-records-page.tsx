import type { SwapView } from '@candor/api'
import { ArrowsLeftRightIcon } from '@candor/ui/icons/account'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { hrefOf, RecordRow } from '../../shared/page/index.ts'
import { recordsPage, StartedRecords } from '../../shared/page/records/index.ts'
import { useSwaps } from './swap-queries.ts'
import { SwapScreen } from './swap-screen.tsx'

/** Swaps: the list, or one when the address names it. */
export const SwapRecordsPage = recordsPage('swapRecords', Swaps, SwapScreen, {
  title: 'swap.list.title',
  signedOut: 'swap.signedOut',
})

function Swaps() {
  return (
    <StartedRecords
      pages={useSwaps()}
      icon={ArrowsLeftRightIcon}
      texts={{
        failed: 'swap.list.failed',
        empty: ['swap.list.empty.title', 'swap.list.empty.text'],
        start: 'swap.list.empty.action',
      }}
      begin="swap"
      row={(swap) => <SwapRow key={swap.id} swap={swap} />}
    />
  )
}

function SwapRow({ swap }: { readonly swap: SwapView }) {
  const { t, locale } = useTexts()
  const { id, from, to, gives, receives, atMs } = swap
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
