import { expect, test } from 'vitest'
import { createLoginCrowd } from './login-crowd.ts'

test('lets four logins of a network be in progress, each network by itself, and the next when one has ended', () => {
  const crowd = createLoginCrowd()
  const places = [1, 2, 3, 4].map(() => crowd.enter('198.51.100.7'))
  expect(places).not.toContain(null)
  expect(crowd.enter('198.51.100.7')).toBeNull()
  expect(crowd.enter('198.51.100.8')).not.toBeNull()
  places[0]?.()
  expect(crowd.enter('198.51.100.7')).not.toBeNull()
  expect(crowd.enter('198.51.100.7')).toBeNull()
})
