import { describe, expect, it } from 'vitest'
import { hrefOf, placeOf, screens } from './navigation.ts'

describe('the address of a screen', () => {
  it.each(screens)('leads back to %s', (screen) => {
    expect(placeOf(hrefOf(screen))).toEqual({ screen, id: null })
    expect(placeOf(hrefOf(screen, '45'))).toEqual({ screen, id: '45' })
  })

  it('keeps what is special in an id', () => {
    expect(placeOf(hrefOf('customers', 'a/b%c'))).toEqual({ screen: 'customers', id: 'a/b%c' })
  })

  it('shows the first screen where it names nothing that exists', () => {
    for (const hash of ['', '#', '#/', '#/prices', '#/prices/1'])
      expect(placeOf(hash)).toEqual({ screen: screens[0], id: null })
  })
})
