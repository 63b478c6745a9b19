import { useLocation } from 'react-router'
import { createNavigation } from './navigation.ts'
import type { Navigation, RouterPort } from './navigation.ts'
import { paramsOf } from './routes.ts'
import type { RouteName, RouteParams } from './routes.ts'

let port: RouterPort | null = null

/** Called once by the app, when the router is there. */
export function connectNavigation(router: RouterPort): void {
  port = router
}

function connected(): RouterPort {
  if (!port) throw new Error('navigation is used before the router is connected')
  return port
}

/** Navigation for event handlers and effects, in and outside of components. */
export const navigation: Navigation = createNavigation({
  go: (path, options) => connected().go(path, options),
  goBack: (steps) => connected().goBack(steps),
  index: () => connected().index(),
  pathname: () => connected().pathname(),
  afterBack: (action) => connected().afterBack(action),
})

/** The parameters of the screen that is shown: `const { symbol } = useRouteParams('contract')`. */
export function useRouteParams<Name extends RouteName>(name: Name): RouteParams<Name> {
  const { search } = useLocation()
  return paramsOf(name, search)
}
