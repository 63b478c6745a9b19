import type { InstrumentView } from '@candor/api'
import { Logo, Screen } from '@candor/ui'
import { HeadsetIcon } from '@candor/ui/icons/account'
import { useTexts } from '../../shared/i18n/index.ts'
import { triedInstrument, useInstruments } from '../../shared/instrument/index.ts'
import { ConnectionNote, hrefOf, Loaded, pathOf } from '../../shared/page/index.ts'
import { useIsSignedIn } from '../../shared/device/index.ts'
import { AssetsSection } from './assets-section.tsx'
import { FirstBalances, FirstTradeCard } from './first-trade-card.tsx'
import styles from './home-page.module.css'
import { useHomeQuotes, useHomeSummary } from './home-queries.ts'
import type { HomeSummary } from './home-queries.ts'
import { HomeSkeleton } from './home-skeleton.tsx'
import { MessagesBell } from './messages-bell.tsx'
import { MoversSection } from './movers-section.tsx'
import { NoticesCard } from './notices-card.tsx'
import { PositionsSection } from './positions-section.tsx'
import { QuickActions } from './quick-actions.tsx'
import { TryCard } from './try-card.tsx'
import { useFirstTrade } from './use-first-trade.ts'
import type { FirstTrade } from './use-first-trade.ts'

/** The first screen: money, frequent actions, open contracts, announcements, and movers. */
export function HomePage() {
  const { t } = useTexts()
  const isSignedIn = useIsSignedIn()
  const summary = useHomeSummary()
  const instruments = useInstruments()
  const isCustomer = (summary.data?.account ?? null) !== null
  // Waited for: what it decides about lies above all else. Calls of a login that has ended would open the login page.
  const first = { data: useFirstTrade(isCustomer) }
  return (
    <Screen
      bar={
        <header className={styles.bar}>
          <h1 data-title={t('app.title.home')}>
            <Logo height={26} />
          </h1>
          <div className={styles.icons}>
            {isSignedIn ? null : (
              <a className={styles.signIn} href={hrefOf('login', { from: pathOf('home') })}>
                {t('shared.action.signIn')}
              </a>
            )}
            <a className={styles.icon} href={hrefOf('support')} aria-label={t('home.support')}>
              <HeadsetIcon />
            </a>
            {isSignedIn ? <MessagesBell /> : null}
          </div>
        </header>
      }
    >
      <Loaded queries={{ summary, instruments, first }} failed={t('home.failed')} skeleton={<HomeSkeleton />}>
        {(read) => <Home summary={read.summary} instruments={read.instruments.items} first={read.first} />}
      </Loaded>
    </Screen>
  )
}

interface HomeProps {
  readonly summary: HomeSummary
  readonly instruments: readonly InstrumentView[]
  readonly first: FirstTrade | null
}

function Home({ summary, instruments, first }: HomeProps) {
  useHomeQuotes(summary)
  const { account, movers, notices } = summary
  const tried = triedInstrument(movers, instruments)
  return (
    <div className={styles.page}>
      <ConnectionNote />
      {account !== null || tried === null ? null : <TryCard instrument={tried} />}
      {account === null ? null : first === null ? (
        <AssetsSection account={account} />
      ) : (
        <>
          <FirstBalances account={account} />
          <FirstTradeCard first={first} symbol={tried?.symbol ?? null} />
        </>
      )}
      <QuickActions
        fallbackSymbol={movers[0]?.symbol ?? instruments[0]?.symbol ?? null}
        isCustomer={account !== null}
      />
      {account === null || account.positions.length === 0 ? null : (
        <PositionsSection positions={account.positions} hasMore={account.hasMorePositions} />
      )}
      <NoticesCard notices={notices} instruments={instruments} />
      <MoversSection movers={movers} instruments={instruments} />
    </div>
  )
}
