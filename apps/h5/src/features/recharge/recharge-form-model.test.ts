import { describe, expect, it } from 'vitest'
import { fixture } from '../../shared/testing/fixture.ts'
import { rechargeChains } from '../../shared/testing/recharge-fixture.ts'
import { creditedNow, hasTxidError, initialRecharge, obstacleOf, txidIn } from './recharge-form-model.ts'
import type { RechargeForm, RechargeMethods } from './recharge-form-model.ts'

const methods: RechargeMethods = {
  chains: rechargeChains({ trc20Watcher: false, erc20Watcher: true }),
  currencies: [
    { currency: 'USDT', rate: '1', spreadBps: 0 },
    { currency: 'USD', rate: '0.9995', spreadBps: 5 },
  ],
}
const form = fixture<RechargeForm>({ ...initialRecharge, quantityText: '500' })
const obstacle = (over: Partial<RechargeForm>, hasVoucher = true, known = methods) =>
  obstacleOf(form(over), { methods: known, hasVoucher })?.kind ?? null

describe('what keeps a recharge from being sent', () => {
  it('is nothing with a quantity and a voucher', () => {
    expect(obstacle({})).toBeNull()
    expect(obstacle({ quantityText: '10' })).toBeNull()
  })

  it.each([
    ['', 'no-quantity'],
    ['ten', 'wrong-quantity'],
    ['0', 'wrong-quantity'],
    ['10.0000001', 'wrong-quantity'],
    ['9.999999', 'below-minimum'],
  ])('is the quantity %j: %s', (quantityText, kind) => {
    expect(obstacle({ quantityText })).toBe(kind)
  })

  it('is a missing voucher only where nobody watches the chain', () => {
    expect(obstacle({}, false)).toBe('no-voucher')
    expect(obstacle({ chain: 'ERC20' }, false)).toBeNull()
  })

  it('is a missing price where USD is to be credited', () => {
    const unpriced = { ...methods, currencies: methods.currencies.map((each) => ({ ...each, rate: null })) }
    expect(obstacle({ currency: 'USD' }, true, unpriced)).toBe('no-rate')
    expect(obstacle({ currency: 'USDT' }, true, unpriced)).toBeNull()
  })

  it('is something typed that is no transaction id; an empty one is none', () => {
    expect(obstacle({ txidText: 'abc' })).toBe('wrong-txid')
    expect(obstacle({ txidText: 'a'.repeat(64) })).toBeNull()
    expect(hasTxidError(`0x${'F'.repeat(64)}`)).toBe(false)
    expect(hasTxidError('  ')).toBe(false)
  })
})

describe('a pasted transaction id', () => {
  const id = 'f'.repeat(64)

  it('is found in the link of a chain explorer', () => {
    expect(txidIn(`https://tronscan.org/#/transaction/${id}?lang=en`)).toBe(id)
    expect(txidIn(` 0x${id}\n`)).toBe(`0x${id}`)
  })

  it('is left as it was pasted where there is none, so that its fault is seen', () => {
    expect(txidIn(' nothing ')).toBe('nothing')
    expect(txidIn(`${id}f`)).toBe(`${id}f`)
  })
})

describe('what would be credited', () => {
  it('is the quantity itself in USDT', () => {
    expect(creditedNow(form({ quantityText: '500,25' }), methods)).toBe('500.25')
  })

  it('is cut to the cent in USD, never rounded up', () => {
    expect(creditedNow(form({ currency: 'USD', quantityText: '33.33' }), methods)).toBe('33.31')
  })

  it('is unknown without a price or a quantity', () => {
    const [tether] = methods.currencies
    expect(
      creditedNow(form({ currency: 'USD' }), { ...methods, currencies: tether === undefined ? [] : [tether] }),
    ).toBeNull()
    expect(creditedNow(form({ quantityText: '' }), methods)).toBeNull()
  })
})
