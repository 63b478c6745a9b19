/**
 * Screens and how to move between them. `navigation.navigate('contract', { symbol })` in handlers; `hrefOf('contract', { symbol })`
 * as the `href` of a real link (hash routes need no router link); `useRouteParams('contract')` inside the screen.
 */
export { connectNavigation, navigation, useRouteParams } from './app-navigation.ts'
export { createNavigation } from './navigation.ts'
export type { Navigation, RouterPort } from './navigation.ts'
export { hrefOf, paramsOf, pathOf, routeOf, routes } from './routes.ts'
export type { RouteName, RouteParams, TabName } from './routes.ts'
