import { useSyncExternalStore } from 'react'
import { createHashHistory } from '@candor/ui/hash-history'
import { pathOf, placeOf } from './screens.ts'
import type { Place, Screen } from './screens.ts'

const history = createHashHistory(window)

/** Opens a screen, or one case of it. */
export function goTo(screen: Screen, id?: string): void {
  history.go(pathOf(screen, id), { replace: false })
}

/** Where the console is now. */
export function usePlace(): Place {
  return placeOf(useSyncExternalStore(history.subscribe, history.location).pathname)
}
