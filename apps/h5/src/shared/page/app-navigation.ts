import { useMemo, useSyncExternalStore } from 'react'
import { createHashHistory } from '@candor/ui/hash-history'
import type { HashLocation } from '@candor/ui/hash-history'
import { createNavigation } from './navigation.ts'
import { paramsOf } from './routes.ts'
import type { RouteName, RouteParams } from './routes.ts'

const history = createHashHistory(window)

/** Navigation for event handlers and effects, in and outside of components. */
export const navigation = createNavigation(history)

/** Path and query of the screen that is shown. */
export function useLocation(): HashLocation {
  return useSyncExternalStore(history.subscribe, history.location)
}

/** The same, outside of React. */
export function currentLocation(): HashLocation {
  return history.location()
}

/** The parameters of the screen that is shown: `const { symbol } = useRouteParams('contract')`. */
export function useRouteParams<Name extends RouteName>(name: Name): RouteParams<Name> {
  const { search } = useLocation()
  return useMemo(() => paramsOf(name, search), [name, search])
}
