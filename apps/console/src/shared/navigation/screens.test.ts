import { describe, expect, it } from 'vitest'
import { hrefOf, pathOf, placeOf, screens } from './screens.ts'

describe('the address of a screen', () => {
  it.each(screens)('leads back to %s', (screen) => {
    expect(placeOf(pathOf(screen))).toEqual({ screen, id: null })
    expect(placeOf(pathOf(screen, '45'))).toEqual({ screen, id: '45' })
  })

  it('is a link’s behind a number sign', () => {
    expect(hrefOf('reviews', '45')).toBe('#/reviews/45')
  })

  it('keeps what is special in an id', () => {
    expect(placeOf(pathOf('customers', 'a/b%c'))).toEqual({ screen: 'customers', id: 'a/b%c' })
  })

  it('shows the first screen where it names nothing that exists', () => {
    for (const path of ['', '/', '/prices', '/prices/1'])
      expect(placeOf(path)).toEqual({ screen: screens[0], id: null })
  })
})
