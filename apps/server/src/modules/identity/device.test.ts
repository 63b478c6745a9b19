import { describe, expect, it } from 'vitest'
import { coarseNetwork, deviceViewOf, deviceWords, isSameDevice } from './device.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const androidChrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

describe('a device', () => {
  it.each([
    [iphone, 'phone', 'iPhone', 'Safari'],
    [iphone.replace('Version/19.1', 'CriOS/140.0'), 'phone', 'iPhone', 'Chrome'],
    [androidChrome, 'phone', 'Android', 'Chrome'],
    [androidChrome.replace(' Mobile', ''), 'tablet', 'Android', 'Chrome'],
    [`${androidChrome} SamsungBrowser/28.0`, 'phone', 'Android', 'Samsung Internet'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'computer',
      'Windows',
      'Firefox',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'computer',
      'Windows',
      'Edge',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
      'computer',
      'Mac',
      'Safari',
    ],
    ['curl/8.9.1', 'unknown', null, null],
    ['', 'unknown', null, null],
  ])('that calls itself %s is named', (userAgent, kind, system, browser) => {
    expect(deviceViewOf(userAgent)).toEqual({ kind, system, browser })
  })

  it('is the same after an update of its browser, and another with another browser', () => {
    expect(isSameDevice(androidChrome, androidChrome.replaceAll('140', '141'))).toBe(true)
    expect(isSameDevice(androidChrome, iphone)).toBe(false)
  })

  it('is named in a mail by what it says, and not at all where it says nothing', () => {
    expect(deviceWords(iphone)).toBe('iPhone, Safari')
    expect(deviceWords('Windows')).toBe('Windows')
    expect(deviceWords('curl/8.9.1')).toBeNull()
  })
})

describe('a network', () => {
  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['2001:db8:1:2::/64', '2001:db8:1:x'],
    ['unknown', null],
    ['203.0.113.77.evil', null],
  ])('%s is shown as %s', (network, shown) => {
    expect(coarseNetwork(network)).toBe(shown)
  })
})
