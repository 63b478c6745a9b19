import { useSyncExternalStore } from 'react'
import type { StoredValue } from '../stored-value.ts'
import { theme } from '../theme.ts'
import type { Theme } from '../theme.ts'

/** A stored value; the component renders again when it changes. */
export function useStored<Value extends string>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.get)
}

export function useTheme(): Theme {
  return useStored(theme)
}
