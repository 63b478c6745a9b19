import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyTheme, theme } from './theme.ts'

const system = Object.assign(new EventTarget(), { matches: false })
const dataset: Record<string, string> = {}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => system)
  vi.stubGlobal('document', { documentElement: { dataset } })
})
afterEach(() => {
  theme.set('system')
  vi.unstubAllGlobals()
})

test('the page follows the chosen theme, and the system where none is chosen', () => {
  const onChange = vi.fn<() => void>()
  applyTheme(onChange)
  expect(dataset['theme']).toBe('light')
  theme.set('dark')
  expect(dataset['theme']).toBe('dark')
  theme.set('system')
  expect(dataset['theme']).toBe('light')
  system.matches = true
  system.dispatchEvent(new Event('change'))
  expect(dataset['theme']).toBe('dark')
  expect(onChange).toHaveBeenCalledTimes(4)
})

test('a change of the system does not touch a chosen theme', () => {
  const onChange = vi.fn<() => void>()
  theme.set('light')
  applyTheme(onChange)
  onChange.mockClear()
  system.matches = !system.matches
  system.dispatchEvent(new Event('change'))
  expect(dataset['theme']).toBe('light')
  expect(onChange).not.toHaveBeenCalled()
})
