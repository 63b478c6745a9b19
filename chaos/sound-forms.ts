import { randomUUID } from 'node:crypto'
import type { Operation } from '@candor/api'
import * as z from 'zod/mini'

const proof = { email: 'sound@example.com', code: '123456' }
const document = { country: 'DE', documentType: 'id-card', name: 'Lena Musterfrau', number: 'L01X00T47' }
const newPassword = { loginPassword: 'secret-2', loginPassword2: 'secret-2' }
/** The point of the private key 1: a valid key owned by no one. */
const soundPushKey = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'

/**
 * Forms by path that are valid in every field, so that one nonsense value is the only error. Created for each case.
 */
const forms: Readonly<Record<string, () => Record<string, string>>> = {
  'code/send': () => ({ channel: 'email', address: `${randomUUID()}@example.com`, purpose: 'register' }),
  'user/register': () => ({ requestId: randomUUID(), ...proof, inviteCode: 'TESTCODE', ...newPassword }),
  'invite/name_set': () => ({ name: 'Jonas B.' }),
  'legal/text': () => ({ name: 'terms', language: 'en' }),
  'legal/agree': () => ({ documents: 'terms.1,risks.1,privacy.1' }),
  'support/visit_begin': () => ({ captchaId: randomUUID(), captcha: 'ABC347' }),
  'support/visit': () => ({ visit: 'A'.repeat(43), afterSeq: '0', readSeq: '0' }),
  'support/visit_send': () => ({ visit: 'A'.repeat(43), clientId: randomUUID(), text: 'May I ask something?' }),
  'user/login': () => ({ account: proof.email, loginPassword: 'secret-1' }),
  'user/session_revoke': () => ({ scope: 'one', id: '1' }),
  'user/address_set': () => ({ text: 'Hauptstr. 1, Berlin', lat: '52.52', lng: '13.405' }),
  'user/logins': () => ({ limit: '5' }),
  'user/password_forgot': () => ({ ...proof, ...newPassword }),
  'user/recover': () => ({ requestId: randomUUID(), account: '10000001', ...proof, ...document }),
  'security/login_password': () => ({ oldPassword: 'wrong-one', ...newPassword }),
  'security/payment_password': () => ({
    paymentPassword: '481516',
    paymentPassword2: '481516',
    oldPaymentPassword: '162342',
  }),
  'security/limit_set': () => ({ kind: 'stake', value: '4000000' }),
  'security/exclude': () => ({ kind: 'cool-off', days: '1' }),
  'security/bind_email': () => ({ email: `${randomUUID()}@example.com`, code: '123456', loginPassword: 'wrong-one' }),
  'security/own_data_file': () => ({ id: '1', loginPassword: 'wrong-one' }),
  'security/close': () => ({ loginPassword: 'wrong-one', giveUpUsd: '10000', giveUpUsdt: '10000' }),
  'security/bind_phone': () => ({
    mobile: '4915112345678',
    loginPassword: 'wrong-one',
    captchaId: randomUUID(),
    captcha: 'ABC347',
  }),
  'security/unbind_phone': () => ({ loginPassword: 'wrong-one' }),
  'security/totp_begin': () => ({ loginPassword: 'wrong-one' }),
  'security/totp_confirm': () => ({ totp: '123456' }),
  'security/totp_disable': () => ({ loginPassword: 'wrong-one', totp: '123456' }),
  'security/phrase': () => ({ phrase: 'a blue door', loginPassword: 'wrong-one' }),
  'security/passkey_begin': () => ({ loginPassword: 'wrong-one' }),
  'security/passkey_add': () => ({ response: passkeyAnswer({ attestationObject: 'o2Nm' }), name: 'Phone' }),
  'security/passkey_remove': () => ({ id: '1', loginPassword: 'wrong-one' }),
  'user/passkey_login': () => ({ response: passkeyAnswer({ authenticatorData: 'AAAA', signature: 'AAAA' }) }),
  'market/quotes': () => ({ category: 'crypto' }),
  'market/candles': () => ({ symbol: 'BTCUSDT', interval: '1m', limit: '5' }),
  'market/favourite_set': () => ({ symbols: 'BTCUSDT', change: 'add' }),
  'message/alert_set': () => ({ symbol: 'BTCUSDT', direction: 'above', price: '1000000' }),
  'message/alert_remove': () => ({ id: '1' }),
  'home/summary': () => ({ utcOffsetMinutes: '60' }),
  'transparency/frames': () => ({ symbol: 'BTCUSDT', slot: '1000', count: '20' }),
  'contract/terms': () => ({ symbol: 'BTCUSDT' }),
  'contract/orders': () => ({ state: 'open', limit: '5' }),
  'contract/order': () => ({ id: '1' }),
  'contract/receipt': () => ({ id: '1' }),
  'receipt/of': () => ({ kind: 'withdrawal', id: '1' }),
  'contract/performance': () => ({ utcOffsetMinutes: '60', fromMs: '1763596800000', toMs: '1764201600000' }),
  'contract/days': () => ({ utcOffsetMinutes: '60', limit: '3' }),
  'recharge/address': () => ({ chain: 'TRC20' }),
  'recharge/create': () => ({ requestId: randomUUID(), chain: 'TRC20', currency: 'USDT', quantity: '50' }),
  'recharge/list': () => ({ limit: '5' }),
  'recharge/detail': () => ({ id: '1' }),
  'recharge/voucher': () => ({ id: '1' }),
  'recharge/transfers': () => ({ limit: '5' }),
  // Without its photos, which only multipart carries: refused as such, never a server error.
  'kyc/submit': () => ({ requestId: randomUUID(), ...document, birthDate: '1990-01-31' }),
  'kyc/appeal': () => ({ requestId: randomUUID(), text: 'The back is sharp: look again.' }),
  'wallet/statement': () => ({ limit: '5' }),
  'wallet/statement_totals': () => ({ fromMs: '1763596800000', toMs: '1764201600000' }),
  'wallet/statement_csv': () => ({ asset: 'USD', group: 'contracts' }),
  'payout/add_bank_card': () => ({
    requestId: randomUUID(),
    bankName: 'Musterbank',
    country: 'DE',
    holder: 'Lena Musterfrau',
    number: 'DE89370400440532013000',
    bankCode: 'DEUTDEFF',
    paymentPassword: '481516',
  }),
  'payout/add_wallet_address': () => ({
    requestId: randomUUID(),
    chain: 'TRC20',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    paymentPassword: '481516',
  }),
  'payout/remove': () => ({ id: '1', paymentPassword: '481516' }),
  'withdrawal/quote': () => ({ asset: 'USDT', amount: '20', payoutMethodId: '1' }),
  'withdrawal/create': () => ({
    requestId: randomUUID(),
    quoteId: randomUUID(),
    asset: 'USDT',
    amount: '20',
    fee: '1',
    payoutMethodId: '1',
    paymentPassword: '481516',
  }),
  'withdrawal/cancel': () => ({ requestId: randomUUID(), id: '1' }),
  'withdrawal/list': () => ({ state: 'completed', limit: '5' }),
  'withdrawal/detail': () => ({ id: '1' }),
  'message/list': () => ({ group: 'orders', limit: '5' }),
  'invite/list': () => ({ limit: '5' }),
  'invite/check': () => ({ inviteCode: 'SOUNDCODE' }),
  'message/detail': () => ({ id: 'm1' }),
  'push/subscribe': () => ({
    endpoint: `https://push.example.org/${randomUUID()}`,
    p256dh: soundPushKey,
    auth: 'AAAAAAAAAAAAAAAAAAAAAA',
    kinds: 'settlement,withdrawal',
    amounts: 'hidden',
  }),
  'push/renew': () => ({
    oldEndpoint: `https://push.example.org/${randomUUID()}`,
    oldAuth: 'AAAAAAAAAAAAAAAAAAAAAA',
    endpoint: `https://push.example.org/${randomUUID()}`,
    p256dh: soundPushKey,
    auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  }),
  'floor/advert': () => ({ id: '1' }),
  'floor/sell': () => ({
    requestId: randomUUID(),
    advertId: '1',
    quantity: '20',
    unitPrice: '0.9975',
    paymentPassword: '481516',
  }),
  'floor/sale_list': () => ({ state: 'completed', limit: '5' }),
  'floor/sale_detail': () => ({ id: '1' }),
  'floor/apply': () => ({ requestId: randomUUID(), name: 'North Desk', about: 'We buy USDT from neighbours.' }),
  'floor/publish': () => ({
    requestId: randomUUID(),
    unitPrice: '0.9975',
    total: '1000',
    minimum: '10',
    maximum: '500',
  }),
  'floor/close': () => ({ id: '1' }),
  'interest/open': () => ({ requestId: randomUUID(), productId: '1', amount: '100' }),
  'interest/redeem': () => ({ requestId: randomUUID(), id: '1' }),
  'interest/order_list': () => ({ state: 'earning', limit: '5' }),
  'interest/order_detail': () => ({ id: '1' }),
  'swap/quote': () => ({ from: 'USDT', amount: '20' }),
  'swap/execute': () => ({ requestId: randomUUID(), quoteId: randomUUID() }),
  'swap/list': () => ({ limit: '5' }),
  'swap/detail': () => ({ id: '1' }),
}

/** A browser's passkey response, valid in form only. */
function passkeyAnswer(response: Record<string, string>): string {
  const id = 'AAAAAAAAAAAAAAAAAAAAAA'
  return JSON.stringify({ id, rawId: id, type: 'public-key', response: { clientDataJSON: 'e30', ...response } })
}

/** A valid form of an operation; empty for an unlisted one. */
export function soundForm(path: string): Record<string, string> {
  return forms[path]?.() ?? {}
}

/** The names of an operation's fields. */
export function fieldsOf(operation: Operation): string[] {
  const { properties } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties ?? {})
}
