import type { InstrumentView } from '@candor/api'
import { StatePanel } from '@candor/ui'
import { StarIcon } from '@candor/ui/icons/shell'
import { useFavourites } from '../../shared/instrument/favourites/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Loaded } from '../../shared/page/index.ts'
import type { Sort } from './market-list-model.ts'
import { MarketList } from './market-list.tsx'
import { MarketSkeleton } from './market-skeleton.tsx'

interface FavouritesListProps {
  readonly instruments: readonly InstrumentView[]
  readonly sort: Sort
}

/** The favourites of all categories. */
export function FavouritesList({ instruments, sort }: FavouritesListProps) {
  const { t } = useTexts()
  const favourites = useFavourites()
  return (
    <Loaded queries={{ favourites }} failed={t('market.favourites.failed')} skeleton={<MarketSkeleton />}>
      {(read) => <FavouriteRows symbols={read.favourites} instruments={instruments} sort={sort} />}
    </Loaded>
  )
}

function FavouriteRows({ symbols, instruments, sort }: FavouritesListProps & { readonly symbols: readonly string[] }) {
  const { t } = useTexts()
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
