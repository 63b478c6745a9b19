import { describe, expect, it, vi } from 'vitest'
import { forgetOwnValues, storedValue } from './stored-value.ts'

function fakeStorage(entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries))
  return {
    get length() {
      return map.size
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: () => null,
    removeItem: (key) => void map.delete(key),
    setItem: (key, value) => void map.set(key, value),
  }
}

const parse = (text: string) => (text === 'en' || text === 'zh' ? text : null)

describe('a stored value', () => {
  it('falls back where nothing, or nonsense, is stored', () => {
    expect(storedValue({ key: 'l', parse, fallback: 'en', storage: fakeStorage() }).get()).toBe('en')
    expect(storedValue({ key: 'l', parse, fallback: 'en', storage: fakeStorage({ l: 'klingon' }) }).get()).toBe('en')
    expect(storedValue({ key: 'l', parse, fallback: 'en', storage: fakeStorage({ l: 'zh' }) }).get()).toBe('zh')
  })

  it('stores the fallback when it is set for the first time: English on the first launch', () => {
    const storage = fakeStorage()
    const value = storedValue({ key: 'l', parse, fallback: 'en', storage })
    value.set(value.get())
    expect(storage.getItem('l')).toBe('en')
  })

  it('tells of changes and forgets what is emptied', () => {
    const storage = fakeStorage({ token: 'x' })
    const value = storedValue({ key: 'token', parse: (text) => text, fallback: '', storage })
    const listener = vi.fn<() => void>()
    value.subscribe(listener)
    value.set('')
    expect(listener).toHaveBeenCalledTimes(1)
    expect(storage.getItem('token')).toBeNull()
  })

  it('of the customer ends with the login, and what belongs to the device stays', () => {
    const storage = fakeStorage({ 'candor.own.recent': 'en', 'candor.language': 'zh' })
    const own = storedValue({ key: 'candor.own.recent', parse, fallback: '', storage })
    const device = storedValue({ key: 'candor.language', parse, fallback: 'en', storage })
    forgetOwnValues()
    expect([own.get(), storage.getItem('candor.own.recent')]).toEqual(['', null])
    expect(device.get()).toBe('zh')
  })

  it('lives in memory where storage is denied', () => {
    const denied = fakeStorage()
    const deny = () => {
      throw new Error('denied')
    }
    denied.getItem = deny
    denied.setItem = deny
    const value = storedValue({ key: 'l', parse, fallback: 'en', storage: denied })
    value.set('zh')
    expect(value.get()).toBe('zh')
  })
})
