import type { SwapView } from '@candor/api'
import { Button, StatePanel } from '@candor/ui'
import { ArrowsLeftRightIcon } from '@candor/ui/icons/account'
import { formatDateTime, useTexts } from '../../shared/i18n/index.ts'
import { OwnMoney } from '../../shared/money/index.ts'
import { hrefOf, navigation, Page, PageScreen, RecordRow, useRouteParams } from '../../shared/page/index.ts'
import { RecordList } from '../../shared/page/records/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { useSwaps } from './swap-queries.ts'
import { SwapScreen } from './swap-screen.tsx'

/** Swaps: the list, or one when the address names it. */
export function SwapRecordsPage() {
  const { t } = useTexts()
  const { id } = useRouteParams('swapRecords')
  const isSignedIn = useIsSignedIn()
  if (isSignedIn && id !== undefined) return <SwapScreen key={id} id={id} />
  return (
    <Page title={t('swap.list.title')} signedOut={t('swap.signedOut')}>
      <PageScreen>
        <Swaps />
      </PageScreen>
    </Page>
  )
}

function Swaps() {
  const { t } = useTexts()
  const pages = useSwaps()
  return (
    <RecordList
      pages={pages}
      failedTitle={t('swap.list.failed')}
      empty={
        <StatePanel
          icon={<ArrowsLeftRightIcon size={28} />}
          title={t('swap.list.empty.title')}
          text={t('swap.list.empty.text')}
          actions={<Button onClick={() => navigation.redirect('swap')}>{t('swap.list.empty.action')}</Button>}
        />
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
