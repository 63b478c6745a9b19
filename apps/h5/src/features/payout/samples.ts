import { walletAddressOf } from '@candor/formulas/wallet-address'
import type { Chain } from '@candor/formulas/wallet-address'
import type { BankCardField } from './bank-card-form-model.ts'
import { groupedNumber, ibanOf } from './bank-number-model.ts'

/** A sample bank card: a made-up bank, and a random account number with valid check digits. */
export function sampleBankCard(): Readonly<Record<BankCardField, string>> {
  const account = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte % 10).join('')
  return {
    bankName: 'Sandbox Bank',
    country: 'DE',
    holder: 'Sam Sandbox',
    number: groupedNumber(ibanOf('DE', `00000000${account}`)),
    bankCode: '',
    bankAddress: '',
  }
}

/** A sample address: twenty random bytes with the chain's checksum. */
export function sampleAddress(chain: Chain): string {
  return walletAddressOf(chain, crypto.getRandomValues(new Uint8Array(20)))
}
