import type { SwapView } from '@candor/api'
import { Button } from '@candor/ui'
import { ArrowsLeftRightIcon } from '@candor/ui/icons/account'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { EmptyState, hrefOf, navigation, RecordRow } from '../../shared/page/index.ts'
import { HowItWorks } from '../../shared/page/how-it-works/index.ts'
import { RecordList, recordsPage } from '../../shared/page/records/index.ts'
import { useSwaps } from './swap-queries.ts'
import { SwapScreen } from './swap-screen.tsx'

/** Swaps: the list, or one when the address names it. */
export const SwapRecordsPage = recordsPage('swapRecords', Swaps, SwapScreen, {
  title: 'swap.list.title',
  signedOut: 'swap.signedOut',
})

function Swaps() {
  const { t } = useTexts()
  const pages = useSwaps()
  return (
    <RecordList
      pages={pages}
      failedTitle={t('swap.list.failed')}
      empty={
        <EmptyState icon={ArrowsLeftRightIcon} texts={['swap.list.empty.title', 'swap.list.empty.text']}>
          <Button onClick={() => navigation.redirect('swap')}>{t('swap.list.empty.action')}</Button>
          <HowItWorks about="swap" />
        </EmptyState>
      }
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
