import { contractTerms } from '@candor/api'
import type { InstrumentView, TermsView } from '@candor/api'
import { Button, Card, FactList } from '@candor/ui'
import type { Fact } from '@candor/ui'
import { ChartLineIcon } from '@candor/ui/icons/shell'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../shared/api/index.ts'
import { formatPrice, formatPromise, formatVolume, momentText, useTexts } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import {
  instrumentDetail,
  instrumentTitle,
  opensText,
  sourceText,
  useInstrumentQuote,
  useInstruments,
} from '../../shared/instrument/index.ts'
import { MarketRow, MarketRowList } from '../../shared/instrument/market-row/index.ts'
import { ConnectionNote, emptyPageOf, Loaded, navigation, PageScreen, pathOf } from '../../shared/page/index.ts'
import { useQuote, useServerNow } from '../../shared/api/realtime/index.ts'
import { InfoSkeleton } from './info-skeleton.tsx'
import { priceStep } from './invest-model.ts'
import styles from './invest.module.css'
import { TermsTable } from './terms-table.tsx'

interface SubjectProps {
  readonly from: string | undefined
}

/** An instrument: its live price and its source, its trading hours, and its contract terms. */
export function InstrumentInfo({ symbol, from }: SubjectProps & { readonly symbol: string }) {
  const { t } = useTexts()
  const instruments = useInstruments()
  const terms = useQuery(queryFor(contractTerms, { symbol }))
  const instrument = instruments.data?.items.find((item) => item.symbol === symbol)
  if (instruments.data !== undefined && instrument === undefined) return <UnknownInstrument />
  return (
    <Loaded queries={{ instruments, terms }} failed={t('invest.failed')} skeleton={<InfoSkeleton />}>
      {(read) =>
        instrument === undefined ? null : (
          <Instrument instrument={instrument} terms={read.terms.durations} from={from} />
        )
      }
    </Loaded>
  )
}

const UnknownInstrument = emptyPageOf(
  ChartLineIcon,
  ['invest.instrument.unknown.title', 'invest.instrument.unknown.text', 'invest.missing.action'],
  () => navigation.switchTab('market'),
)

interface InstrumentProps extends SubjectProps {
  readonly instrument: InstrumentView
  readonly terms: readonly TermsView[]
}

function Instrument({ instrument, terms, from }: InstrumentProps) {
  const texts = useTexts()
  const { t } = texts
  const { symbol } = instrument
  const quote = useInstrumentQuote(symbol).data?.items[0]
  const name = instrumentTitle(texts, instrument)
  const trade = () => {
    // When opened from there, the contract page is the previous entry: go back instead of opening it twice.
    if (from === pathOf('contract', { symbol })) navigation.returnTo(from)
    else navigation.navigate('contract', { symbol })
  }
  return (
    <PageScreen
      title={t('invest.about', { name })}
      dock={<Button onClick={trade}>{t('invest.instrument.trade', { name })}</Button>}
    >
      <div className={styles.page}>
        <div className={styles.live}>
          <ConnectionNote />
          <MarketRowList>
            <MarketRow
              instrument={instrument}
              title={name}
              detail={instrumentDetail(texts, instrument)}
              spark={quote?.spark ?? []}
              open={quote?.open ?? null}
              isOnScreen
            />
          </MarketRowList>
        </div>
        <Card>
          <InstrumentFacts instrument={instrument} />
        </Card>
        <section>
          <h2 className={styles.heading}>{t('invest.terms')}</h2>
          {terms.length === 0 ? <p className={styles.small}>{t('invest.terms.none')}</p> : <TermsTable terms={terms} />}
          <p className={styles.small}>{t('invest.terms.rules')}</p>
        </section>
      </div>
    </PageScreen>
  )
}

/** The instrument's description, price source, trading hours, and day figures. */
function InstrumentFacts({ instrument }: { readonly instrument: InstrumentView }) {
  const texts = useTexts()
  const { t, locale } = texts
  const quote = useQuote(instrument.symbol)
  const nowMs = useServerNow(60_000)
  const { symbol, category, exchangeSymbol, decimals } = instrument
  const price = (text: string | undefined) => (text === undefined ? '–' : formatPrice(locale, text, decimals))
  const facts: Fact[] = [
    { name: t('invest.instrument.category'), value: t(`instrument.category.${category}`) },
    {
      name: t('invest.instrument.symbol'),
      value: exchangeSymbol === '' || exchangeSymbol === symbol ? symbol : `${symbol} · ${exchangeSymbol}`,
    },
    { name: t('invest.instrument.source'), value: sourceText(texts, instrument) },
    { name: t('invest.instrument.now'), value: sessionText(texts, instrument, nowMs) },
    ...(instrument.nextRollMs === null
      ? []
      : [{ name: t('invest.instrument.roll'), value: formatPromise(locale, instrument.nextRollMs) }]),
    { name: t('invest.instrument.range'), value: `${price(quote?.low)} – ${price(quote?.high)}` },
    { name: t('invest.instrument.volume'), value: quote === undefined ? '–' : formatVolume(locale, quote.volume) },
    { name: t('invest.instrument.step'), value: formatPrice(locale, priceStep(decimals), decimals) },
  ]
  return <FactList facts={facts} />
}

/** Whether it trades now, and until or from when. */
function sessionText(texts: Texts, { isHalted, state, closesMs, nextOpenMs }: InstrumentView, nowMs: number): string {
  const { t } = texts
  if (isHalted) return t('instrument.halted')
  if (state === 'closed') return opensText(texts, nextOpenMs, nowMs)
  return closesMs === null
    ? t('invest.instrument.always')
    : t('invest.instrument.until', { time: momentText(texts, closesMs, nowMs) })
}
