import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { slotAt } from '@candor/formulas'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { createPasswords } from '../apps/server/src/modules/identity/password-hash.ts'
import { checkLedger } from '../apps/server/src/modules/soundness/index.ts'
import { createLogger } from '../apps/server/src/platform/logger.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { tokenHash } from '../apps/server/src/platform/token.ts'
import { seed } from '../apps/server/src/roles/seed.ts'
import { startWholeServer } from '../apps/server/src/roles/whole-server.ts'
import type { RunningServer } from '../apps/server/src/roles/server.ts'
import { outboxKey, testBounds, testConfig } from '../apps/server/test/test-server.ts'
import { addCustomers } from '../bench/customers.ts'
import { buyForm, offerWithoutLimit } from '../bench/offers.ts'
import type { Offer } from '../bench/offers.ts'
import { openThrowawayCluster } from './throwaway-cluster.ts'

/** Longer than any response may take on a busy machine. */
const usualPatienceMs = 120_000
const readyWithinMs = 30_000
const password = 'secret-1'
const inviteCode = 'TESTCODE'
/** The key of the trials' servers. */
export const trialSecret = 'a-secret-of-the-trials'

const responseSchema = z.object({
  code: z.union([z.literal(0), z.literal(1)]),
  msg: z.string(),
  error: z.optional(z.string()),
  data: z.unknown(),
})

/** A response of the API. `error` is null on success. */
export interface WireAnswer {
  readonly status: number
  readonly error: string | null
  readonly msg: string
  readonly data: unknown
}

/** A posted body, as sent on the wire. */
export interface WireBody {
  readonly contentType: string
  readonly bytes: string | Uint8Array<ArrayBuffer>
}

/** A form as a browser sends it. */
export const formBody = (form: Readonly<Record<string, string>>): WireBody => ({
  contentType: 'application/x-www-form-urlencoded',
  bytes: new URLSearchParams(form).toString(),
})

/** The real server with all roles, without rate limits, on a database of its own: for trials over the wire. */
export class WireWorld {
  readonly owner: Pool
  /** Of verified customers with a granted balance, in the order of their ids. */
  readonly tokens: readonly string[]
  readonly #offers: readonly Offer[]
  readonly #genesisMs: number
  readonly #patienceMs: number
  readonly #server: RunningServer
  readonly #closing: (() => Promise<void>)[]
  #turn = 0

  private constructor(parts: {
    owner: Pool
    tokens: readonly string[]
    offers: readonly Offer[]
    genesisMs: number
    server: RunningServer
    closing: (() => Promise<void>)[]
    patienceMs: number
  }) {
    this.#patienceMs = parts.patienceMs
    this.owner = parts.owner
    this.tokens = parts.tokens
    this.#offers = parts.offers
    this.#genesisMs = parts.genesisMs
    this.#server = parts.server
    this.#closing = parts.closing
  }

  /**
   * Opens it with so many customers, whose password is known. A response that takes longer than `patienceMs` counts as
   * missing. The caller closes it.
   */
  static async open({
    customers,
    patienceMs = usualPatienceMs,
  }: {
    customers: number
    patienceMs?: number
  }): Promise<WireWorld> {
    const cluster = await openThrowawayCluster()
    const database = await cluster.open()
    await seed(database.ownerUrl, { mode: 'sandbox', inviteCode })
    const owner = createPool(database.ownerUrl, 'chaos', { maxConnections: 2, queryTimeoutMs: 0 })
    const tokens = await addCustomers(owner, customers, Date.now())
    // Cheap to verify: a password is checked at the cost of its stored hash, and some trials have it checked thousands
    // of times.
    const hash = await createPasswords(undefined, testBounds.passwordCost).hash(password)
    if (hash.ok) await owner.query('update identity.customer set password_hash = $1', [hash.value])
    const offers = await offerWithoutLimit(owner)
    const { rows } = await owner.query<{ genesis_ms: bigint }>('select genesis_ms from market.clock')
    const config = testConfig(database, { CANDOR_SECRET: trialSecret })
    const server = await startWholeServer(config, createLogger({ level: 'silent', role: 'chaos' }), testBounds)
    const closing = [() => server.stop(), () => owner.end(), () => cluster.close()]
    const world = new WireWorld({
      owner,
      tokens,
      offers,
      genesisMs: Number(rows[0]?.genesis_ms),
      server,
      closing,
      patienceMs,
    })
    await world.#untilReady()
    return world
  }

  /** The customer who is logged in with a token. */
  async customerOf(token: string): Promise<bigint> {
    const { rows } = await this.owner.query<{ customer_id: bigint }>(
      'select customer_id from identity.session where token_hash = $1',
      [tokenHash(token)],
    )
    if (rows[0] === undefined) throw new Error('nobody is logged in')
    return rows[0].customer_id
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  /** Posts. Throws when there is no response, or none in the API's shape. */
  post(path: string, body: WireBody, token: string | null): Promise<WireAnswer> {
    return this.#post(`${this.origin}/api/${path}`, body, token)
  }

  /** Posts to the operators' API, which has a port of its own. */
  postOperator(path: string, body: WireBody, token: string | null): Promise<WireAnswer> {
    return this.#post(`http://127.0.0.1:${this.#server.consolePort}/${path}`, body, token)
  }

  async #post(url: string, body: WireBody, token: string | null): Promise<WireAnswer> {
    const response = await this.#send(url, body, token)
    if (response.headers.has('content-disposition'))
      return { status: response.status, error: null, msg: '', data: new File([await response.blob()], url) }
    const { code, error = null, msg, data } = z.parse(responseSchema, await response.json())
    if ((code === 1) !== (error === null)) throw new Error(`code ${code} with the error ${error}`)
    return { status: response.status, error, msg, data }
  }

  /** A form that buys a contract for 1, unless overridden. */
  buyForm(change: Readonly<Record<string, string>> = {}): Record<string, string> {
    this.#turn += 1
    // Many requests are sent at once and queue: the newest slot that can have been seen stays valid longest.
    const seenSlot = String(slotAt(Date.now(), this.#genesisMs) - 2)
    return {
      ...Object.fromEntries(
        new URLSearchParams(buyForm({ offers: this.#offers, genesisMs: this.#genesisMs }, this.#turn)),
      ),
      seenSlot,
      ...change,
    }
  }

  /** A registration with a code that was really sent. */
  async registrationForm(): Promise<Record<string, string>> {
    const email = `${randomUUID()}@example.com`
    await this.post('code/send', formBody({ channel: 'email', address: email, purpose: 'register' }), null)
    const giveUpMs = performance.now() + readyWithinMs
    for (;;) {
      const outbox: unknown = await (
        await fetch(`${this.origin}/sandbox/outbox.json?key=${outboxKey}&to=${email}`)
      ).json()
      const code = z.parse(z.object({ items: z.array(z.object({ code: z.string() })) }), outbox).items[0]?.code
      if (code !== undefined)
        return { requestId: randomUUID(), email, code, inviteCode, loginPassword: password, loginPassword2: password }
      if (performance.now() > giveUpMs) throw new Error('the code never came')
      await sleep(50)
    }
  }

  /**
   * Everything that calls have changed, as text: equal texts had only refusals and reads between them. Of interest
   * orders and alerts only what calls decide: orders of a minute mature meanwhile, and alerts fire.
   */
  async effects(): Promise<string> {
    const { rows } = await this.owner.query<Record<string, unknown>>(
      `select (select count(*) from contract.contract_order) as orders, (select count(*) from ledger.transfer) as transfers,
         (select md5(string_agg(customer::text, ' ' order by customer_id)) from identity.customer as customer) as customers,
         (select md5(string_agg(method::text, ' ' order by method_id)) from payout.method as method) as methods,
         (select md5(string_agg(withdrawal::text, ' ' order by withdrawal_id)) from withdrawal.withdrawal as withdrawal) as withdrawals,
         (select md5(string_agg(concat_ws(' ', order_id, amount, redeem_request_id), ', ' order by order_id))
          from interest.interest_order) as terms,
         (select md5(string_agg(swap::text, ' ' order by swap_id)) from swap.swap as swap) as swaps,
         (select md5(string_agg(quote::text, ' ' order by quote::text)) from swap.swap_quote as quote) as swap_quotes,
         (select md5(string_agg(sale::text, ' ' order by sale_id)) from floor.sale as sale) as sales,
         (select count(*) from identity.registration) as registrations,
         (select count(*) || ' ' || count(revoked_ms) from identity.session) as sessions,
         (select md5(string_agg(favourite::text, ' ' order by favourite::text)) from favourites.favourite as favourite) as favourites,
         (select md5(string_agg(subject, ' ' order by subject))
          from (select 'alert:' || price_alert_id as subject from alert.price_alert
                union all select subject from message.message where kind = 'alert-fired') as alert) as alerts,
         (select md5(string_agg(avatar::text, ' ' order by avatar::text)) from identity.avatar as avatar) as avatars,
         (select md5(string_agg(submission::text, ' ' order by submission_id)) from kyc.submission as submission) as submissions,
         (select count(*) from identity.captcha) as captchas, (select count(*) from identity.code) as codes`,
    )
    return Object.entries(rows[0] ?? {})
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ')
  }

  /** Every broken invariant of the whole ledger, as sentences. */
  async brokenInvariants(): Promise<string[]> {
    return (await checkLedger(this.owner)).mismatches.map(({ invariant, detail }) => `${invariant}: ${detail}`)
  }

  async close(): Promise<void> {
    for (const close of this.#closing) await close()
  }

  /**
   * A connection closed by the server for being idle, just as it was reused, is not a response: the request is resent
   * once.
   */
  async #send(address: string, { contentType, bytes }: WireBody, token: string | null): Promise<Response> {
    const call = {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': contentType, ...(token === null ? {} : { token }) },
      signal: AbortSignal.timeout(this.#patienceMs),
    }
    return fetch(address, call).catch((fault: unknown) => {
      if (fault instanceof TypeError) return fetch(address, call)
      throw fault
    })
  }

  async #untilReady(): Promise<void> {
    const giveUpMs = performance.now() + readyWithinMs
    while ((await fetch(`${this.origin}/readyz`)).status !== 200) {
      if (performance.now() > giveUpMs) throw new Error('the server did not become ready')
      await sleep(50)
    }
  }
}
