/**
 * Screens and navigation. `navigation.navigate('contract', { symbol })` in handlers; `hrefOf('contract', { symbol })`
 * as the `href` of a plain link; `useRouteParams('contract')` inside the screen.
 */
export { currentLocation, navigation, useLocation, useRouteParams } from './app-navigation.ts'
export { hrefOf, pathOf, routeOf, routes } from './routes.ts'
export type { RouteName, RouteParams, TabName } from './routes.ts'
