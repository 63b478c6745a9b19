import type { InstrumentView } from '@candor/api'
import { realtime } from '../../shared/api/realtime/index.ts'
import { loadTexts } from '../../shared/i18n/index.ts'
import type { Category } from '../../shared/instrument/index.ts'
import { latePart, untilUsed } from '../../shared/page/index.ts'
import { isOpen } from './market-filter.ts'
import type { MarketFilter } from './market-filter.ts'
import { MarketList } from './market-list.tsx'
import type { QuotesWanted } from './market-queries.ts'

/** The chips and the note of a closed market, after what the first paint needs. The note waits no second time. */
const lateFilters = () => (loading ??= load())
let loading: ReturnType<typeof load> | null = null

async function load() {
  await untilUsed(realtime)
  const [filters] = await Promise.all([import('./filters/index.ts'), loadTexts('marketFilters')])
  return filters
}

/** The chips above the list. */
export const MarketFilters = latePart(() => lateFilters().then((filters) => filters.MarketFilters))

const ClosedMarket = latePart(() => lateFilters().then((filters) => filters.ClosedMarket))

export interface FilteredListProps {
  readonly instruments: readonly InstrumentView[]
  /** Those of the list. Not empty. */
  readonly listed: readonly InstrumentView[]
  readonly wanted: QuotesWanted
  readonly filter: MarketFilter
  readonly onList: (category: Category) => void
}

/** A list of instruments, all or those that are open, below a note where none is. */
export function FilteredList({ instruments, listed, wanted, filter: { isOpenOnly, sort }, onList }: FilteredListProps) {
  const open = listed.filter(isOpen)
  const shown = isOpenOnly ? open : listed
  return (
    <>
      {open.length === 0 ? <ClosedMarket instruments={instruments} listed={listed} onList={onList} /> : null}
      {shown.length === 0 ? null : <MarketList instruments={shown} wanted={wanted} sort={sort} />}
    </>
  )
}
