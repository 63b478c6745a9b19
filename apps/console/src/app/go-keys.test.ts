// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { screens } from '../shared/navigation/index.ts'
import { goKeys, keysOf, screenOfKey } from './go-keys.ts'

it('opens each screen by a letter of its own', () => {
  expect(screens.map((screen) => screenOfKey(goKeys[screen]))).toEqual([...screens])
  expect(screenOfKey('x')).toBeNull()
  expect(keysOf('withdrawals')).toBe('G W')
})
