import { screens } from '../shared/navigation/index.ts'
import type { Screen } from '../shared/navigation/index.ts'
import { useOwnCell } from '../shared/operator/index.ts'

/** The screens of this start, in the order of the sidebar: that of all cells is one of a platform of several. */
export function useScreens(): readonly Screen[] {
  const ownCell = useOwnCell()
  return typeof ownCell === 'number' ? screens : screens.filter((screen) => screen !== 'cells')
}

/** The screen of a place. Where this is the only cell, that of all cells is no screen, and shows the first one. */
export function useShownScreen(screen: Screen): Screen {
  return useOwnCell() === null && screen === 'cells' ? screens[0] : screen
}
