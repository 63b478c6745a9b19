/** The instruments that customers keep at hand. */
export { favouritesRoutes } from './favourites-routes.ts'
export { createFavouritesService } from './favourites-service.ts'
