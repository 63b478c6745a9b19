import { pathOf, routes } from './routes.ts'
import type { RouteName, RouteParams, TabName } from './routes.ts'

/** What the router offers to navigation. `index` is how many pages of this app lie below the current one. */
export interface RouterPort {
  readonly go: (path: string, options: { replace: boolean }) => void
  readonly goBack: (steps: number) => void
  readonly index: () => number
  readonly pathname: () => string
  /** Calls back once after the next `goBack` has arrived. */
  readonly afterBack: (action: () => void) => void
}

export interface Navigation {
  /** Opens a screen above the current one. */
  readonly navigate: <Name extends RouteName>(name: Name, params?: RouteParams<Name>) => void
  /** Puts a screen in the place of the current one. */
  readonly redirect: <Name extends RouteName>(name: Name, params?: RouteParams<Name>) => void
  /** Shows a tab and closes every screen above it. */
  readonly switchTab: (name: TabName) => void
  /** Closes all screens and opens one. */
  readonly reLaunch: <Name extends RouteName>(name: Name, params?: RouteParams<Name>) => void
  /** Back by so many screens; where there are none, to the market. */
  readonly back: (steps?: number) => void
  /** Puts a path that was remembered (where a login was asked for) in the place of the current one. */
  readonly redirectToPath: (path: string) => void
}

/** Makes the navigation of the specification (navigate, redirect, tab switch, relaunch, back) on a router. */
export function createNavigation(router: RouterPort): Navigation {
  const closeAllAndOpen = (path: string): void => {
    const below = router.index()
    if (below === 0) {
      router.go(path, { replace: true })
      return
    }
    router.afterBack(() => router.go(path, { replace: true }))
    router.goBack(below)
  }
  return {
    navigate: (name, params) => router.go(pathOf(name, params), { replace: false }),
    redirect: (name, params) => router.go(pathOf(name, params), { replace: true }),
    redirectToPath: (path) => router.go(path.startsWith('/') ? path : routes.market.path, { replace: true }),
    switchTab: (name) => closeAllAndOpen(pathOf(name)),
    reLaunch: (name, params) => closeAllAndOpen(pathOf(name, params)),
    back: (steps = 1) => {
      const below = router.index()
      if (below === 0) router.go(routes.market.path, { replace: true })
      else router.goBack(Math.min(steps, below))
    },
  }
}
