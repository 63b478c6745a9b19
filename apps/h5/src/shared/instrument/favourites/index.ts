/**
 * Instruments at hand: favourites, which follow a customer from device to device, and those that were opened last on
 * this one.
 */
export { FavouriteButton } from './favourite-button.tsx'
export { takeFavouritesAlong, useFavourites } from './favourites.ts'
export { chooseAgain, recentChoices } from './recent-choices.ts'
export { noteRecentInstrument, useRecentInstruments } from './recent-instruments.ts'
