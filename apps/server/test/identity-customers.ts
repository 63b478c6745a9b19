import { randomUUID } from 'node:crypto'
import { userLogin } from '@candor/api'
import { expect } from 'vitest'
import { parse } from 'zod/mini'
import type { CallOptions, IdentityFixture } from './identity-fixture.ts'

export const password = 'secret-1'

let drawn = 0
export const newMobile = () => `49151${String((drawn += 1)).padStart(7, '0')}`
/** A new login password, entered twice. */
export const twice = (loginPassword: string | undefined) => ({ loginPassword, loginPassword2: loginPassword })
export const newEmail = () => `user${(drawn += 1)}@example.org`

/** Customers of a test, registered and logged in the way the app does it. */
export function customersOf(open: () => IdentityFixture) {
  const register = async (fields: object, options: CallOptions = {}) => {
    const { inviteCode, call } = open()
    const form = { requestId: randomUUID(), ...twice(password), inviteCode, ...fields }
    return (await call('user/register', form, options)).body
  }

  const login = async (
    account: string,
    loginPassword: string,
    fields: object = {},
    from: string | CallOptions = '203.0.113.9',
  ) =>
    (
      await open().call(
        'user/login',
        { account, loginPassword, ...fields },
        typeof from === 'string' ? { ip: from } : from,
      )
    ).body

  /** The newest mail to an address, after everything that is due was delivered. */
  const newestMail = async (address: string) => {
    await open().deliverMail()
    const { rows } = await open().pool.query<{ subject: string; body: string; code: string | null }>(
      'select subject, body, code from mail.outbox where recipient = $1 order by mail_id desc limit 1',
      [address.toLowerCase()],
    )
    return rows[0] ?? null
  }

  /** Sends a code and reads it from the mail. */
  const codeFor = async (address: string, purpose = 'register'): Promise<string> => {
    const { body } = await open().call(
      'code/send',
      { channel: 'email', purpose, address },
      { ip: `10.0.${drawn % 250}.1` },
    )
    expect(body.code).toBe(1)
    return (await newestMail(address))?.code ?? ''
  }

  return {
    register,
    login,
    newestMail,
    codeFor,
    info: (token: string) => open().call('user/info', {}, { token }),
    /** Registers by mobile number and returns the account. */
    async newCustomer(options: CallOptions = {}) {
      const mobile = newMobile()
      const body = await register({ mobile, ...(await open().captcha()) }, options)
      return { mobile, ...parse(userLogin.output, body.data) }
    },
    /** Registers by e-mail and returns the account. */
    async newMailbox(options: CallOptions = {}) {
      const email = newEmail()
      const body = await register({ email, code: await codeFor(email) }, options)
      return { email, ...parse(userLogin.output, body.data) }
    },
    async customerIdOf(mobile: string): Promise<bigint> {
      const { rows } = await open().pool.query<{ customer_id: bigint }>(
        'select customer_id from identity.customer where mobile = $1',
        [mobile],
      )
      return rows[0]?.customer_id ?? 0n
    },
  }
}
