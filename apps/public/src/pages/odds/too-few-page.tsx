import { FactList } from '@candor/ui'
import { formatCount, formatUtcDate } from '@candor/ui/format'
import { useTexts } from '../../shared/i18n/index.ts'
import { Card, Columns } from '../../shared/parts/index.ts'
import { bandText, durationLabel } from './group-labels.ts'
import { contractsOf, ppmText, smallestOf } from './odds-model.ts'
import type { Odds, OddsSpan } from './odds-model.ts'
import styles from './odds.module.css'
import { SourceFoot } from './source-foot.tsx'
import { WhyCard } from './why-card.tsx'

interface TooFewProps {
  readonly odds: Odds
  readonly span: OddsSpan
}

/** In place of figures that chance alone would move: how far each one is, and what needs no number of contracts. */
export function TooFewPage({ odds, span }: TooFewProps) {
  const { t, locale } = useTexts()
  const { all, decided } = contractsOf(span)
  const { sinceMs, minimums } = odds
  const text =
    sinceMs === null || all === 0
      ? t('odds.few.none')
      : t('odds.few.text', {
          contracts: formatCount(locale, all),
          date: formatUtcDate(locale, sinceMs),
          customers: formatCount(locale, span.losers.customers),
        })
  return (
    <Columns
      main={
        <>
          <section className={styles.verdict}>
            <Progress share={Math.min(1, decided / minimums.contracts)} />
            <h2>{t('odds.few.title')}</h2>
            <p>{text}</p>
          </section>
          <AlreadyCard odds={odds} span={span} />
        </>
      }
      side={
        <>
          <AppearsCard odds={odds} span={span} />
          <WhyCard />
        </>
      }
    />
  )
}

const radius = 46

/** How far the contracts are on their way to the first figure. */
function Progress({ share }: { readonly share: number }) {
  const angle = 2 * Math.PI * share - Math.PI / 2
  return (
    <svg width="112" height="112" viewBox="0 0 112 112" aria-hidden="true">
      <circle className={styles.ringTrack} cx="56" cy="56" r={radius} />
      <circle
        className={styles.ringDone}
        cx="56"
        cy="56"
        r={radius}
        pathLength="100"
        strokeDasharray={`${100 * share} 100`}
        transform="rotate(-90 56 56)"
      />
      <circle className={styles.ringDot} cx={56 + radius * Math.cos(angle)} cy={56 + radius * Math.sin(angle)} r="7" />
    </svg>
  )
}

function AppearsCard({ odds: { minimums }, span }: TooFewProps) {
  const texts = useTexts()
  const { t } = texts
  const stake = smallestOf(span.byStake)
  const duration = smallestOf(span.byDuration)
  const group = (label: string) => t('odds.appears.group', { group: label })
  return (
    <Card title={t('odds.appears.title')} isFlush>
      <Appears
        title={t('odds.lost.title')}
        unit={t('odds.appears.customers')}
        have={span.losers.customers}
        need={minimums.customers}
      />
      <Appears
        title={t('odds.appears.payout')}
        unit={t('odds.appears.contracts')}
        have={span.payout.decided}
        need={minimums.contracts}
      />
      {stake === undefined ? null : (
        <Appears
          title={t('odds.appears.stake')}
          unit={group(bandText(texts, stake))}
          have={stake.decided}
          need={minimums.groupContracts}
        />
      )}
      {duration === undefined ? null : (
        <Appears
          title={t('odds.appears.duration')}
          unit={group(durationLabel(texts, duration.durationMs))}
          have={duration.decided}
          need={minimums.groupContracts}
        />
      )}
    </Card>
  )
}

interface AppearsProps {
  readonly title: string
  readonly unit: string
  readonly have: number
  readonly need: number
}

function Appears({ title, unit, have, need }: AppearsProps) {
  const { t, locale } = useTexts()
  return (
    <div className={styles.appears}>
      <p>
        <b>{title}</b>
        <span>{t('odds.appears.of', { count: formatCount(locale, have), all: formatCount(locale, need) })}</span>
      </p>
      <div className={styles.thinBar} aria-hidden="true">
        <i style={{ width: `${Math.min(100, (100 * have) / need)}%` }} />
      </div>
      <small>{unit}</small>
    </div>
  )
}

/** What needs no number of contracts. */
function AlreadyCard({ odds, span }: TooFewProps) {
  const { t, locale } = useTexts()
  const { all, voided } = contractsOf(span)
  const { halfWithinMs } = span.acceptance
  const { offeredBreakEven: rates } = odds
  const facts = [
    {
      name: t('odds.voids.title'),
      value: t('odds.voids.of', { count: formatCount(locale, voided), all: formatCount(locale, all) }),
    },
  ]
  if (halfWithinMs !== null)
    facts.push({
      name: t('odds.already.half'),
      value: t('odds.accept.ms', { ms: formatCount(locale, halfWithinMs) }),
    })
  if (rates !== null) {
    const [from, to] = [ppmText(locale, rates.lowestPpm), ppmText(locale, rates.highestPpm)]
    facts.push({
      name: t('odds.already.breakEven'),
      value: from === to ? from : t('odds.already.breakEvenRange', { from, to }),
    })
  }
  return (
    <Card
      title={t('odds.already.title')}
      foot={<SourceFoot of="days" place={odds.newestDay} figure="contracts" days={span.days} />}
    >
      <FactList facts={facts} isBare />
      <p className={styles.left}>{t('odds.already.text')}</p>
    </Card>
  )
}
