import { describe, expect, it, test } from 'vitest'
import { passesLuhn, readBankCode, readBankNumber } from './bank-number.ts'
import { addressEnds, payoutMethodView } from './payout.ts'

/** The examples of SWIFT's IBAN registry. */
const registryIbans = [
  'AD1200012030200359100100',
  'AE070331234567890123456',
  'AT611904300234573201',
  'BE68539007547034',
  'BG80BNBG96611020345678',
  'BR1800360305000010009795493C1',
  'CH9300762011623852957',
  'CY17002001280000001200527600',
  'CZ6508000000192000145399',
  'DE89370400440532013000',
  'DK5000400440116243',
  'EE382200221020145685',
  'ES9121000418450200051332',
  'FI2112345600000785',
  'FR1420041010050500013M02606',
  'GB29NWBK60161331926819',
  'GR1601101250000000012300695',
  'HR1210010051863000160',
  'HU42117730161111101800000000',
  'IE29AIBK93115212345678',
  'IL620108000000099999999',
  'IT60X0542811101000000123456',
  'KZ86125KZT5004100100',
  'LI21088100002324013AA',
  'LT121000011101001000',
  'LU280019400644750000',
  'LV80BANK0000435195001',
  'MC5811222000010123456789030',
  'MT84MALT011000012345MTLCAST001S',
  'NL91ABNA0417164300',
  'NO9386011117947',
  'PL61109010140000071219812874',
  'PT50000201231234567890154',
  'QA58DOHB00001234567890ABCDEFG',
  'RO49AAAA1B31007593840000',
  'SA0380000000608010167519',
  'SE4550000000058398257466',
  'SI56263300012039086',
  'SK3112000000198742637541',
  'SM86U0322509800000000270100',
  'TR330006100519786457841326',
]

describe('a bank number', () => {
  it.each(registryIbans)('that is an IBAN of the registry is taken: %s', (iban) => {
    expect(readBankNumber(iban)).toEqual({ number: iban, isIban: true })
  })

  it.each(registryIbans)('with one digit changed is no IBAN: %s', (iban) => {
    const last = iban.at(-1) === '0' ? '1' : '0'
    expect(readBankNumber(iban.slice(0, -1) + last)).toBeNull()
    expect(readBankNumber(iban.slice(0, -1))).toBeNull()
  })

  it('is kept without blanks and hyphens and in capitals', () => {
    expect(readBankNumber('gb29 nwbk-6016 1331 9268 19')).toEqual({ number: 'GB29NWBK60161331926819', isIban: true })
  })

  it.each([
    '4111 1111 1111 1111',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
    '3530111333300000',
    '30569309025904',
  ])('that is a card number of a network is taken: %s', (card) => {
    const read = readBankNumber(card)
    expect(read).toEqual({ number: card.replaceAll(' ', ''), isIban: false })
  })

  it.each(['4111111111111112', '5555555555554445', '378282246310006', '6212345678901234'])(
    'that looks like a card and fails its check is refused: %s',
    (card) => {
      expect(readBankNumber(card)).toBeNull()
    },
  )

  it.each(['12345678', '001234567890', '110-432-654321', '1234567890123'])(
    'of an account that is neither is taken as it is: %s',
    (account) => {
      expect(readBankNumber(account)).toEqual({ number: account.replaceAll('-', ''), isIban: false })
    },
  )

  it.each(['', '1234', 'ACCOUNT!', '１２３４５６７８', 'DE'])('that is nothing of all this is refused: %s', (text) => {
    expect(readBankNumber(text)).toBeNull()
  })
})

test('the check digit of a card is that of ISO 7812', () => {
  expect(passesLuhn('79927398713')).toBe(true)
  for (const digit of '012456789') expect(passesLuhn(`7992739871${digit}`)).toBe(false)
})

describe('a bank code', () => {
  it.each(['DEUTDEFF', 'DEUTDEFF500', 'NEDSZAJJ', 'UNCRITMM', 'mubkdehh'])('that is a BIC is taken: %s', (code) => {
    expect(readBankCode(code)).toBe(code.toUpperCase())
  })
  it.each(['DEUTDE', 'DEUT00FF', 'DEUTDEFF5', 'ABCDEFGHIJKL'])(
    'that begins like one and is none is refused: %s',
    (code) => {
      expect(readBankCode(code)).toBeNull()
    },
  )
  it('that is a routing number is taken as it is', () => {
    expect(readBankCode('021000021')).toBe('021000021')
  })
})

test('a destination is shown with its last characters and the time from which it may be used', () => {
  const shown = {
    kind: 'wallet-address',
    chain: 'TRC20',
    ...addressEnds('TQ7kPn4ZcWabcdefghijklmnopeV8dLx93F'),
  } as const
  expect(payoutMethodView({ methodId: 5n, customerId: 1n, shown, addedMs: 1_000, isInUse: false }, 500)).toEqual({
    id: '5',
    kind: 'wallet-address',
    chain: 'TRC20',
    addressStart: 'TQ7kPn4ZcW',
    addressEnd: 'eV8dLx93F',
    addedMs: 1_000,
    usableFromMs: 1_500,
    isInUse: false,
  })
})
