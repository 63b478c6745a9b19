import type { HomeNotice, InstrumentView } from '@candor/api'
import { formatTime, formatWeekdayTime } from '../../shared/i18n/index.ts'
import type { Texts } from '../../shared/i18n/index.ts'
import { instrumentTitle, sourceLabel } from '../../shared/instrument/index.ts'

const hourMs = 3_600_000

/** An announcement in the language of the customer. */
export function noticeText(texts: Texts, notice: HomeNotice, instruments: readonly InstrumentView[]): string {
  const { t, locale } = texts
  switch (notice.kind) {
    case 'trading-paused':
      return t('home.notice.tradingPaused')
    case 'prices-stopped':
      return t('home.notice.pricesStopped', { time: formatTime(locale, notice.sinceMs, { hasSeconds: true }) })
    case 'sources-down':
      return t('home.notice.sourcesDown', { names: new Intl.ListFormat(locale).format(notice.names) })
    case 'halted':
      return t('home.notice.halted', { names: namesOf(texts, notice.symbols, instruments) })
    case 'announcement':
      return notice.text
    case 'session-ends': {
      const names = namesOf(texts, notice.symbols, instruments)
      const from = formatTime(locale, notice.atMs)
      if (notice.opensMs === null) return t('home.notice.closes', { names, from })
      const isBreak = notice.opensMs - notice.atMs < 12 * hourMs
      return isBreak
        ? t('home.notice.pauses', { names, from, to: formatTime(locale, notice.opensMs) })
        : t('home.notice.closesUntil', { names, from, to: formatWeekdayTime(locale, notice.opensMs) })
    }
    case 'roll':
      return t('home.notice.roll', {
        names: namesOf(texts, notice.symbols, instruments),
        time: formatWeekdayTime(locale, notice.atMs),
      })
    case 'closed':
      return t('home.notice.closed', {
        list: new Intl.ListFormat(locale).format(
          notice.categories.map(({ category, opensMs }) =>
            t('home.notice.closedUntil', {
              category: t(`instrument.category.${category}`),
              time: formatWeekdayTime(locale, opensMs),
            }),
          ),
        ),
      })
    case 'sandbox': {
      const label = sourceLabel(instruments.map(({ source }) => source))
      return t('home.notice.sandbox', { prices: t(label ?? 'home.notice.livePrices') })
    }
  }
}

/** Names that fit into a line: two, or the first and how many more. */
function namesOf(texts: Texts, symbols: readonly string[], instruments: readonly InstrumentView[]): string {
  const titles = symbols.map((symbol) => {
    const instrument = instruments.find((candidate) => candidate.symbol === symbol)
    return instrument === undefined ? symbol : instrumentTitle(texts, instrument)
  })
  const [first = ''] = titles
  return titles.length > 2
    ? texts.t('home.notice.more', { first, count: titles.length - 1 })
    : new Intl.ListFormat(texts.locale).format(titles)
}
