import { describe, expect, it } from 'vitest'
import { isRecording, shortcutOf } from './shortcuts.ts'

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

describe('the key that records a decision', () => {
  const recording = { key: 'Enter', hasCtrlOrCmd: true, hasOther: false, isRepeated: false, isElsewhere: false }

  it('is Ctrl or Cmd with Enter', () => {
    expect(isRecording(recording)).toBe(true)
    expect(isRecording({ ...recording, hasCtrlOrCmd: false })).toBe(false)
    expect(isRecording({ ...recording, key: 'a' })).toBe(false)
    expect(isRecording({ ...recording, hasOther: true })).toBe(false)
  })

  it('records once while it is held, and nothing behind a dialog', () => {
    expect(isRecording({ ...recording, isRepeated: true })).toBe(false)
    expect(isRecording({ ...recording, isElsewhere: true })).toBe(false)
  })
})
