import { useState } from 'react'
import { transparencyOdds } from '@candor/api'
import { Segmented } from '@candor/ui'
import { formatUtcDate } from '@candor/ui/format'
import { queryFor } from '../../shared/api/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Loaded, PageTitle, Stale } from '../../shared/parts/index.ts'
import { useQuery } from '@tanstack/react-query'
import { AcceptanceCard } from './acceptance-card.tsx'
import { LosersCard } from './losers-card.tsx'
import { isTooFew } from './odds-model.ts'
import type { Odds, OddsSpan } from './odds-model.ts'
import styles from './odds.module.css'
import { PayoutCard } from './payout-card.tsx'
import { TooFewPage } from './too-few-page.tsx'
import { VoidsCard } from './voids-card.tsx'
import { WhyCard } from './why-card.tsx'
import { WinsByDuration, WinsByStake } from './wins-card.tsx'

const refetchInterval = 60_000

/** The figures of all contracts, or how many are missing until there are figures. */
export function OddsPage() {
  const { t } = useTexts()
  const odds = useQuery({ ...queryFor(transparencyOdds, {}), refetchInterval })
  return (
    <>
      {odds.data === undefined ? <PageTitle title={t('odds.title')} /> : null}
      <Stale queries={[odds]} />
      <Loaded query={odds}>{(value) => <OddsView odds={value} />}</Loaded>
    </>
  )
}

function OddsView({ odds }: { readonly odds: Odds }) {
  const { t, locale } = useTexts()
  const longest = odds.spans.at(-1)
  const [days, setDays] = useState(longest?.days)
  const span = odds.spans.find((each) => each.days === days) ?? longest
  if (span === undefined || longest === undefined) return null
  if (odds.throughMs === null || isTooFew(longest))
    return (
      <>
        <PageTitle title={t('odds.title')} text={t('odds.lead.few')} />
        <TooFewPage odds={odds} span={longest} />
      </>
    )
  // The last day ends where the next one begins.
  const date = formatUtcDate(locale, odds.throughMs - 1)
  return (
    <>
      <PageTitle
        title={t('odds.title')}
        text={t('odds.lead', { days: span.days, date })}
        aside={
          <div className={styles.spans}>
            <Segmented
              label={t('odds.span.label')}
              options={odds.spans.map((each) => ({
                value: String(each.days),
                label: t('odds.span', { days: each.days }),
              }))}
              value={String(span.days)}
              onValue={(value) => setDays(Number(value))}
            />
          </div>
        }
      />
      <OddsCards odds={odds} span={span} />
    </>
  )
}

function OddsCards({ odds, span }: { readonly odds: Odds; readonly span: OddsSpan }) {
  return (
    <div className={styles.pair}>
      <div>
        <LosersCard spans={odds.spans} chosen={span} place={odds.newestDay} />
        <WinsByStake span={span} place={odds.newestDay} />
        <VoidsCard span={span} place={odds.newestDay} />
      </div>
      <div>
        <PayoutCard span={span} place={odds.newestDay} />
        <WinsByDuration span={span} place={odds.newestDay} />
        <AcceptanceCard span={span} />
        <WhyCard />
      </div>
    </div>
  )
}
