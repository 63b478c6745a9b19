import { useSyncExternalStore } from 'react'
import { storedValue } from '../session/index.ts'
import { parseSymbols, withFirst } from './symbol-list.ts'

const recentMax = 8

const recent = storedValue<string>({
  key: 'candor.own.recent',
  parse: (text) => parseSymbols(text).join(','),
  fallback: '',
})

/** The instruments whose page was opened last on this device, the newest first. */
export function useRecentInstruments(): readonly string[] {
  return parseSymbols(useSyncExternalStore(recent.subscribe, recent.get))
}

/** Notes that the page of an instrument was opened. */
export function noteRecentInstrument(symbol: string): void {
  recent.set(withFirst(parseSymbols(recent.get()), symbol, recentMax).join(','))
}
