import { describe, expect, it } from 'vitest'
import { newDigitsReducer, startOfDigits } from './new-digits-model.ts'
import type { NewDigits } from './new-digits-model.ts'

const enter = (state: NewDigits, ...entries: string[]) =>
  entries.reduce((current, digits) => newDigitsReducer(current, { type: 'digits', digits }), state)

describe('a new payment password', () => {
  it('is complete once it was entered twice', () => {
    expect(enter(startOfDigits(false), '481516')).toMatchObject({ step: 'repeat', isComplete: false })
    expect(enter(startOfDigits(false), '481516', '481516')).toMatchObject({ digits: '481516', isComplete: true })
  })

  it('asks for the present one first where there is one', () => {
    expect(enter(startOfDigits(true), '162342', '481516', '481516')).toMatchObject({
      old: '162342',
      digits: '481516',
      isComplete: true,
    })
  })

  it('begins again where the two entries differ', () => {
    const again = enter(startOfDigits(false), '481516', '481517')
    expect(again).toMatchObject({ step: 'new', fault: { kind: 'differ' }, isComplete: false })
    expect(enter(again, '903817', '903817')).toMatchObject({ digits: '903817', isComplete: true, fault: null })
  })

  it.each(['old', 'new'] as const)(
    'asks for the %s one again after the server refused it, and sends the next entries',
    (step) => {
      const refused = newDigitsReducer(enter(startOfDigits(true), '162342', '481516', '481516'), {
        type: 'refused',
        step,
        msg: 'No',
      })
      expect(refused).toMatchObject({ step, fault: { kind: 'refused', msg: 'No' }, isComplete: false })
      const entries = step === 'old' ? ['162343', '903817', '903817'] : ['903817', '903817']
      expect(enter(refused, ...entries)).toMatchObject({ digits: '903817', isComplete: true })
    },
  )
})
