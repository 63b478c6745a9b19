import { IconButton } from '@candor/ui'
import { StarFillIcon, StarIcon } from '@candor/ui/icons/shell'
import { useTexts } from '../../i18n/index.ts'
import { setFavourite, useFavourites } from './favourites.ts'

/** The star of an instrument. */
export function FavouriteButton({ symbol, name }: { readonly symbol: string; readonly name: string }) {
  const { t } = useTexts()
  const { data: symbols } = useFavourites()
  const isFavourite = symbols?.includes(symbol) ?? false
  return (
    <IconButton
      label={t(isFavourite ? 'shared.favourites.remove' : 'shared.favourites.add', { name })}
      disabled={symbols === undefined}
      onClick={() => void setFavourite(symbol, !isFavourite)}
    >
      {isFavourite ? <StarFillIcon /> : <StarIcon />}
    </IconButton>
  )
}
