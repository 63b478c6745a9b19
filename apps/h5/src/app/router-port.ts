import type { NavigateFunction } from 'react-router'
import type { RouterPort } from '../shared/navigation/index.ts'

/** How many screens of this app lie below the current one: the router counts them in the history's state. */
function historyIndex(): number {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0
}

/** Ties navigation to the browser's history and the router. */
export function routerPort(navigate: NavigateFunction): RouterPort {
  return {
    go: (path, { replace }) => void navigate(path, { replace }),
    goBack: (steps) => void navigate(-steps),
    index: historyIndex,
    pathname: () => window.location.hash.slice(1),
    afterBack: (action) => window.addEventListener('popstate', () => action(), { once: true }),
  }
}
