import { describe, expect, it } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const press = { key: 'a', hasModifier: false, isElsewhere: false }

describe('a key press', () => {
  it('is a shortcut, whatever the case of its letter', () => {
    expect(shortcutOf(press)).toBe('a')
    expect(shortcutOf({ ...press, key: 'A' })).toBe('a')
    expect(shortcutOf({ ...press, key: '/' })).toBe('/')
  })

  it('is a letter while text is typed or a dialog is open', () => {
    expect(shortcutOf({ ...press, isElsewhere: true })).toBeNull()
  })

  it('is left to the browser together with another key', () => {
    expect(shortcutOf({ ...press, hasModifier: true })).toBeNull()
    expect(shortcutOf({ ...press, key: 'Enter' })).toBeNull()
  })
})
