import type { InstrumentView } from '@candor/api'
import { StatePanel } from '@candor/ui'
import { StarIcon } from '@candor/ui/icons/shell'
import { useFavourites } from '../../shared/instrument/favourites/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { FailedState } from '../../shared/page/index.ts'
import type { Sort } from './market-list-model.ts'
import { MarketList } from './market-list.tsx'
import { MarketSkeleton } from './market-skeleton.tsx'

/** The favourites of all categories. */
export function FavouritesList({
  instruments,
  sort,
}: {
  readonly instruments: readonly InstrumentView[]
  readonly sort: Sort
}) {
  const { t } = useTexts()
  const { symbols, error, retry } = useFavourites()
  if (symbols === null) {
    return error === null ? (
      <MarketSkeleton />
    ) : (
      <FailedState error={error} title={t('market.favourites.failed')} onRetry={retry} />
    )
  }
  const favourites = symbols.flatMap((symbol) => instruments.find((instrument) => instrument.symbol === symbol) ?? [])
  if (favourites.length === 0) {
    return (
      <StatePanel
        icon={<StarIcon size={28} />}
        title={t('market.favourites.empty.title')}
        text={t('market.favourites.empty.text')}
      />
    )
  }
  return (
    <MarketList
      instruments={favourites}
      wanted={{ symbols: favourites.map(({ symbol }) => symbol).join(',') }}
      sort={sort}
    />
  )
}
