import type { HashHistory } from '@candor/ui/hash-history'
import { pathOf, routes } from './routes.ts'
import type { RouteName, RouteParams, TabName } from './routes.ts'

export interface Navigation {
  /** Opens a screen above the current one. */
  readonly navigate: <Name extends RouteName>(name: Name, params?: RouteParams<Name>) => void
  /** Replaces the current screen. */
  readonly redirect: <Name extends RouteName>(name: Name, params?: RouteParams<Name>) => void
  /** Shows a tab and closes every screen above it. */
  readonly switchTab: (name: TabName) => void
  /** Closes all screens and opens one. */
  readonly reLaunch: <Name extends RouteName>(name: Name, params?: RouteParams<Name>) => void
  /** Back by a number of screens; without any, home. */
  readonly back: (steps?: number) => void
  /**
   * Leaves a login: back to the screen that required it; opened directly, it is replaced by the remembered path or
   * home.
   */
  readonly returnTo: (path: string | undefined) => void
}

/** Makes the navigation of the specification (navigate, redirect, tab switch, relaunch, back) on the history. */
export function createNavigation(history: Pick<HashHistory, 'depth' | 'go' | 'goBack' | 'subscribe'>): Navigation {
  const closeAllAndOpen = (path: string): void => {
    const below = history.depth()
    if (below === 0) {
      history.go(path, { replace: true })
      return
    }
    // Going back is asynchronous: the screen is replaced once the history has arrived at the lowest entry.
    const stop = history.subscribe(() => {
      stop()
      history.go(path, { replace: true })
    })
    history.goBack(below)
  }
  return {
    navigate: (name, params) => history.go(pathOf(name, params), { replace: false }),
    redirect: (name, params) => history.go(pathOf(name, params), { replace: true }),
    returnTo: (path) => {
      if (history.depth() > 0) history.goBack(1)
      else history.go(path?.startsWith('/') ? path : routes.home.path, { replace: true })
    },
    switchTab: (name) => closeAllAndOpen(pathOf(name)),
    reLaunch: (name, params) => closeAllAndOpen(pathOf(name, params)),
    back: (steps = 1) => {
      const below = history.depth()
      if (below === 0) history.go(routes.home.path, { replace: true })
      else history.goBack(Math.min(steps, below))
    },
  }
}
