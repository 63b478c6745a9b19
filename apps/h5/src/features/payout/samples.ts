import { walletAddressOf } from '@candor/formulas/wallet-address'
import type { Chain } from '@candor/formulas/wallet-address'
import type { BankCardField } from './bank-card-form-model.ts'
import { groupedNumber, ibanOf } from './bank-number-model.ts'

/** A bank card of nobody: a made-up bank, and an account number that is drawn anew each time and carries right check digits. */
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

/** An address of nobody: twenty drawn bytes with the check of the chain. */
export function sampleAddress(chain: Chain): string {
  return walletAddressOf(chain, crypto.getRandomValues(new Uint8Array(20)))
}
