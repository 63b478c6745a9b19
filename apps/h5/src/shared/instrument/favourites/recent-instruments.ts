import { storedValue } from '@candor/client'
import { useStored } from '@candor/client/react'
import { parseSymbols, withFirst } from './symbol-list.ts'

const recentMax = 8

const recent = storedValue<string>({
  key: 'candor.own.recent',
  parse: (text) => parseSymbols(text).join(','),
  fallback: '',
})

/** The instruments opened last on this device, newest first. */
export function useRecentInstruments(): readonly string[] {
  return parseSymbols(useStored(recent))
}

/** Notes that the page of an instrument was opened. */
export function noteRecentInstrument(symbol: string): void {
  recent.set(withFirst(parseSymbols(recent.get()), symbol, recentMax).join(','))
}
