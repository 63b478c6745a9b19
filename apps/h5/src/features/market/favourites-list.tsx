import { StatePanel } from '@candor/ui'
import { StarIcon } from '@candor/ui/icons/shell'
import { useFavourites } from '../../shared/instrument/favourites/index.ts'
import { useTexts } from '../../shared/i18n/index.ts'
import { Loaded } from '../../shared/page/index.ts'
import { FilteredList } from './filtered-list.tsx'
import type { FilteredListProps } from './filtered-list.tsx'
import { MarketSkeleton } from './market-skeleton.tsx'

type FavouritesListProps = Pick<FilteredListProps, 'instruments' | 'filter' | 'onList'>

/** The favourites of all categories. */
export function FavouritesList(props: FavouritesListProps) {
  const { t } = useTexts()
  const favourites = useFavourites()
  return (
    <Loaded queries={{ favourites }} failed={t('market.favourites.failed')} skeleton={<MarketSkeleton />}>
      {(read) => <FavouriteRows symbols={read.favourites} {...props} />}
    </Loaded>
  )
}

function FavouriteRows({ symbols, ...props }: FavouritesListProps & { readonly symbols: readonly string[] }) {
  const { t } = useTexts()
  const favourites = symbols.flatMap(
    (symbol) => props.instruments.find((instrument) => instrument.symbol === symbol) ?? [],
  )
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
    <FilteredList
      {...props}
      listed={favourites}
      wanted={{ symbols: favourites.map(({ symbol }) => symbol).join(',') }}
    />
  )
}
