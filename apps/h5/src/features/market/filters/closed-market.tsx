import type { InstrumentView } from '@candor/api'
import { Button, ButtonRow, Glyph, RowList } from '@candor/ui'
import { MoonIcon } from '@candor/ui/icons/trade'
import { realtime, useServerNow } from '../../../shared/api/realtime/index.ts'
import { saveFile } from '../../../shared/device/index.ts'
import { useTexts } from '../../../shared/i18n/index.ts'
import { categories, opensText } from '../../../shared/instrument/index.ts'
import type { Category } from '../../../shared/instrument/index.ts'
import { isOpen } from '../market-filter.ts'
import styles from './market-filters.module.css'
import { openingEvent } from './opening-event.ts'

export interface ClosedMarketProps {
  readonly instruments: readonly InstrumentView[]
  /** Those of the shown list, none of which is open. */
  readonly listed: readonly InstrumentView[]
  readonly onList: (category: Category) => void
}

/** Above a list of which nothing is open: when the first one opens, and one way to what is open now. */
export function ClosedMarket({ instruments, listed, onList }: ClosedMarketProps) {
  const texts = useTexts()
  const { t } = texts
  const nowMs = useServerNow(60_000)
  const opensMs = listed.flatMap(({ nextOpenMs }) => nextOpenMs ?? []).toSorted((a, b) => a - b)[0] ?? null
  const [busiest] = categories
    .map((category) => ({
      category,
      count: instruments.filter((one) => one.category === category && isOpen(one)).length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count)
  return (
    <div className={styles.closed}>
      <RowList>
        <div className={styles.card}>
          <Glyph>
            <MoonIcon size={20} />
          </Glyph>
          <div className={styles.words}>
            <p className={styles.title}>{t('marketFilters.closed')}</p>
            {opensMs === null ? null : <p className={styles.detail}>{opensText(texts, opensMs, nowMs)}</p>}
          </div>
          {opensMs === null || listed[0] === undefined ? null : (
            <RemindButton category={listed[0].category} opensMs={opensMs} />
          )}
        </div>
      </RowList>
      {busiest === undefined ? null : (
        <RowList>
          <ButtonRow
            title={t('marketFilters.openElsewhere', {
              count: busiest.count,
              category: t(`instrument.category.${busiest.category}`),
            })}
            onPress={() => onList(busiest.category)}
          />
        </RowList>
      )}
      <h2 className={styles.heading}>{t('marketFilters.lastSession')}</h2>
    </div>
  )
}

/** Saves the opening for the phone's calendar, which reminds of it: without an account, and while the app is closed. */
function RemindButton({ category, opensMs }: { readonly category: Category; readonly opensMs: number }) {
  const { t } = useTexts()
  const save = () => {
    const title = t('marketFilters.opening', { category: t(`instrument.category.${category}`) })
    const event = openingEvent({ title, opensMs, nowMs: realtime.clock.nowMs() })
    saveFile(new Blob([event], { type: 'text/calendar' }), `candor-${category}.ics`)
  }
  return (
    <Button tone="quiet" size="small" onClick={save}>
      {t('marketFilters.remind')}
    </Button>
  )
}
