import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  walletAssets,
  codeSend,
  contractBuy,
  contractOrder,
  contractTerms,
  marketInstruments,
  payoutAddWalletAddress,
  rechargeAddress,
  responseEnvelope,
  securityPaymentPassword,
  systemStatus,
  userRegister,
  withdrawalCreate,
  withdrawalDetail,
  withdrawalQuote,
} from '@candor/api'
import type { CallOf, Operation } from '@candor/api'
import {
  operatorKycDecide,
  operatorKycQueue,
  operatorLogin,
  operatorWithdrawalCompleted,
  operatorWithdrawalDecide,
  operatorWithdrawalSent,
} from '@candor/api/operator'
import { amount } from '@candor/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import { startCandor } from '../apps/launcher/src/candor.ts'
import type { Candor } from '../apps/launcher/src/candor.ts'
import { openAccess } from '../apps/launcher/src/database-access.ts'
import { createDemoClient } from '../apps/launcher/src/sandbox/client.ts'
import type { DemoClient } from '../apps/launcher/src/sandbox/client.ts'
import { publishedDocuments } from '../apps/launcher/src/sandbox/published-documents.ts'
import { verifyCustomer } from '../apps/launcher/src/sandbox/verify-customer.ts'
import { addOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { deployToken, startAnvil } from '../apps/server/src/modules/deposit/testing/anvil.ts'
import type { Anvil, TestToken } from '../apps/server/src/modules/deposit/testing/anvil.ts'
import { newSandboxKey } from '../apps/server/src/modules/deposit/testing/sandbox-key.ts'
import { payInCapital } from '../apps/server/src/modules/ledger/index.ts'
import { checkLedger } from '../apps/server/src/modules/soundness/index.ts'
import { hasRecordedFrames } from '../apps/server/src/modules/quote-feeds/testing/recorded-frames.ts'
import { parseConfig } from '../apps/server/src/platform/config/index.ts'
import { freePort } from '../apps/server/src/platform/postgres/embedded-postgres.ts'
import { createPool } from '../apps/server/src/platform/postgres/pool.ts'
import { openSmtpInbox } from '../apps/server/src/platform/mail/testing/smtp-inbox.ts'
import type { SmtpInbox } from '../apps/server/src/platform/mail/testing/smtp-inbox.ts'
import { openTestBucket } from '../apps/server/src/platform/vault/testing/bucket.ts'
import { RecordedExchanges, recordedSymbol } from './recorded-exchanges.ts'

const email = 'lena@example.com'
const kek = 'a-key-that-encrypts-the-other-keys'
const witness =
  'witness club club.example/witness+1a3f9fb9+BFGpMivK00mzK5VoFXUNCStl8c+VfBxgkihYQD/OSwNG https://witness.club.example'

describe.skipIf(!hasRecordedFrames())('live mode', () => {
  const exchanges = new RecordedExchanges()
  let folder: string
  let mail: SmtpInbox
  let bucket: Awaited<ReturnType<typeof openTestBucket>>
  let chain: Anvil
  let token: TestToken
  let environment: Record<string, string>
  let candor: Candor | null = null

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-live-'))
    await exchanges.open()
    mail = await openSmtpInbox()
    bucket = await openTestBucket()
    chain = await startAnvil()
    token = await deployToken(chain.url)
    environment = {
      CANDOR_MODE: 'live',
      CANDOR_FEED: 'live',
      CANDOR_KRAKEN_URL: `ws://127.0.0.1:${exchanges.ports?.kraken}`,
      CANDOR_BINANCE_URL: `ws://127.0.0.1:${exchanges.ports?.binance}`,
      CANDOR_COINBASE_URL: 'off',
      CANDOR_OPERATOR_NAME: 'Candor Test plc',
      CANDOR_OPERATOR_LICENCE: 'T-1',
      CANDOR_COUNTRIES: 'AT,DE',
      CANDOR_SMTP_URL: mail.url,
      CANDOR_ALLOWED_HOSTS: '127.0.0.1',
      CANDOR_TLS: 'on',
      CANDOR_TRUST_PROXY: '127.0.0.1',
      CANDOR_COUNTRY_HEADER: 'CF-IPCountry',
      CANDOR_CONSOLE_ORIGINS: 'https://console.candor.example',
      CANDOR_S3_BUCKET: bucket.settings.bucketUrl,
      CANDOR_S3_REGION: bucket.settings.region,
      CANDOR_S3_KEY_ID: bucket.settings.keyId,
      CANDOR_S3_SECRET: bucket.settings.secret,
      CANDOR_KEK: `command:echo ${kek}`,
      CANDOR_WITNESSES: `${witness}\nquorum none\n`,
      CANDOR_ETH_RPC_URL: chain.url,
      CANDOR_ETH_TOKEN: token.address,
      CANDOR_ETH_XPUB: newSandboxKey().publicKey,
    }
  })

  afterAll(async () => {
    await candor?.stop()
    await Promise.all([exchanges.kill(), mail.close(), bucket.close(), chain.stop()])
    await rm(folder, { recursive: true, force: true })
  })

  const ports = async () => ['--port', String(await freePort()), '--console-port', String(await freePort())]
  const start = async () =>
    startCandor(
      parseConfig(environment, ['--data', folder, '--host', '127.0.0.1', ...(await ports())]),
      () => undefined,
      {
        app: false,
      },
    )

  async function asOwner<T>(work: (owner: ReturnType<typeof createPool>) => Promise<T>): Promise<T> {
    if (candor === null) throw new Error('Candor does not run')
    const owner = createPool(candor.database.ownerUrl, 'test-owner')
    try {
      return await work(owner)
    } finally {
      await owner.end()
    }
  }

  /** Calls an operation of operators. Throws its refusal. */
  async function asOperator<O extends Operation>(operation: O, input: CallOf<O>, token = ''): Promise<unknown> {
    const body = new URLSearchParams(Object.entries(input as Record<string, string>))
    const url = `${candor?.consoleOrigin}/${operation.path}`
    const response = await fetch(url, { method: 'POST', headers: { token }, body })
    const { code, error, data } = parse(responseEnvelope, await response.json())
    if (code !== 1) throw new Error(`${operation.path}: ${error}`)
    return parse(operation.output, data)
  }

  it('asks for legal texts and for two operators, and stores no key in clear', async () => {
    await expect(start()).rejects.toThrow('Live mode needs the legal texts terms.1.en.md')
    const own = join(folder, 'legal')
    await mkdir(own)
    const placeholders = join(import.meta.dirname, '..', 'apps/server/seed/legal')
    for (const file of await readdir(placeholders))
      if (file.endsWith('.en.md')) await copyFile(join(placeholders, file), join(own, file))
    await expect(start()).rejects.toThrow('Live mode needs 2 operators, and there are 0')
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).not.toMatch(/Password|Key"/)
  })

  const operators: TestOperator[] = []
  const sessions: string[] = []
  let client: DemoClient

  /** The code of a mail to the customer that is newer than `earlier`. */
  async function mailedCode(earlier: string | null = null): Promise<string> {
    await expect.poll(() => mail.codeFor(email)).not.toBe(earlier)
    return mail.codeFor(email) ?? ''
  }

  it('starts once everything is set, says who runs it, and has live prices of what two sources have', async () => {
    const config = parseConfig(environment, ['--data', folder])
    const access = await openAccess(config)
    const owner = createPool(access.ownerUrl, 'test-owner')
    for (const name of ['anna', 'bert'])
      operators.push(await addOperator(owner, { name, roles: ['kyc', 'payments'] }, access.serverKey))
    await owner.end()
    await access.close()
    candor = await start()
    const client = createDemoClient(candor.origin)
    expect(await client.call(systemStatus, {})).toMatchObject({
      mode: 'live',
      operator: { name: 'Candor Test plc', licence: 'T-1' },
      feed: { name: 'live', kinds: ['live'] },
    })
    const { items } = await client.call(marketInstruments, {})
    expect(new Set(items.map(({ category, source }) => `${category} ${source}`))).toEqual(new Set(['crypto live']))
    const state = async () =>
      (await client.call(marketInstruments, {})).items.find(({ symbol }) => symbol === recordedSymbol)?.state
    await expect.poll(state).toBe('open')
    for (const path of ['/sandbox/outbox.json', '/sandbox/outbox'])
      expect((await fetch(`${candor.origin}${path}?key=${candor.outboxKey}`)).status).toBe(404)
  })

  it('serves customers of listed countries, with mail, photos in the bucket, and two operators', async () => {
    if (candor === null) throw new Error('Candor does not run')
    const { origin, inviteCode } = candor
    client = createDemoClient(origin)
    await client.call(codeSend, { channel: 'email', address: email, purpose: 'register' })
    const form = {
      requestId: randomUUID(),
      email,
      code: await mailedCode(),
      inviteCode,
      documents: await publishedDocuments(origin),
      loginPassword: 'candor-live',
      loginPassword2: 'candor-live',
    }
    const elsewhere = await fetch(`${origin}/api/${userRegister.path}`, {
      method: 'POST',
      headers: { 'cf-ipcountry': 'US' },
      body: new URLSearchParams(form),
    })
    expect(await elsewhere.json()).toMatchObject({ code: 0, error: 'country-not-served' })
    const registered = await client.call(userRegister, form)
    client.setToken(registered.token)

    for (const { name, password, code } of operators) {
      const opened = await asOperator(operatorLogin, { account: name, password, totp: code() })
      sessions.push((opened as { token: string }).token)
    }
    const verified = verifyCustomer({ origin, token: registered.token })
    const waiting = async () => {
      const queue = await asOperator(operatorKycQueue, {}, sessions[0])
      return (queue as { items: { id: string }[] }).items[0]?.id
    }
    await expect.poll(waiting).toBeDefined()
    const id = (await waiting()) ?? ''
    for (const session of sessions) await asOperator(operatorKycDecide, { id, verdict: 'approved' }, session)
    await verified
    expect([...bucket.held.keys()].length).toBeGreaterThan(0)

    // No play money.
    await expect(buy()).rejects.toThrow('insufficient-balance')
  })

  /** Buys a contract up for 10 USDT, of the shortest duration. */
  async function buy() {
    const { durations } = await client.call(contractTerms, { symbol: recordedSymbol })
    const { slot } = await client.call(systemStatus, {})
    const [terms] = durations
    if (terms === undefined || slot === null) throw new Error('nothing can be bought')
    return client.call(contractBuy, {
      requestId: randomUUID(),
      symbol: recordedSymbol,
      direction: 'up',
      stake: '10',
      asset: 'USDT',
      durationMs: terms.durationMs,
      termsVersion: terms.version,
      seenSlot: slot,
    })
  }

  it('has the capital that was paid in, once for each reference, and a clean ledger', async () => {
    const pay = (units: bigint) => {
      const capital = { reference: 'MT103 4711', purpose: 'bankroll', paidIn: amount('USDT', units) } as const
      return asOwner((owner) => payInCapital(owner, capital))
    }
    expect(await pay(250_000_000_001n)).toBe(true)
    expect(await pay(250_000_000_001n)).toBe(false)
    await expect(pay(1_000_000n)).rejects.toMatchObject({ code: '23505' })
    const { mismatches } = await asOwner((owner) => checkLedger(owner, null, () => undefined))
    expect(mismatches).toEqual([])
    const funded = await asOwner((owner) =>
      owner.query(`select details from audit.entry where action = 'house.funded'`),
    )
    expect(funded.rows).toEqual([{ details: { reference: 'MT103 4711', asset: 'USDT', amount: '250000.000001' } }])
  })

  it('takes a customer from a transfer on the chain over a contract to a withdrawal that two operators pay', async () => {
    const usdt = async () => {
      const { items } = await client.call(walletAssets, {})
      return Number(items.find(({ asset }) => asset === 'USDT')?.available)
    }
    const { address } = await client.call(rechargeAddress, { chain: 'ERC20' })
    await token.send(address, 100_000_000n)
    await chain.rpc('anvil_mine', '0x3')
    await expect.poll(usdt).toBe(100)

    const { id } = await buy()
    const settled = async () => (await client.call(contractOrder, { id })).state
    await expect.poll(settled, { timeout: 90_000, interval: 1_000 }).toBe('closed')
    const left = await usdt()
    expect(left).toBeGreaterThan(89)

    const earlier = mail.codeFor(email)
    await client.call(codeSend, { channel: 'email', address: email, purpose: 'payment-password' })
    const code = await mailedCode(earlier)
    const passwords = { paymentPassword: '481516', paymentPassword2: '481516', loginPassword: 'candor-live', code }
    await client.call(securityPaymentPassword, passwords)
    const proof = { requestId: randomUUID(), paymentPassword: '481516' }
    const own = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const method = await client.call(payoutAddWalletAddress, { ...proof, chain: 'ERC20', address: own })
    const wanted = { asset: 'USDT', amount: '80', payoutMethodId: method.id } as const
    await expect(client.call(withdrawalQuote, wanted)).rejects.toThrow('cooling-down')
    // A day passes. Triggers keep even the owner from changing when it was added.
    await asOwner((owner) =>
      owner.query('set session_replication_role = replica; update payout.method set added_ms = added_ms - 86400000'),
    )
    const quote = await client.call(withdrawalQuote, wanted)
    const withdrawal = await client.call(withdrawalCreate, {
      ...wanted,
      requestId: randomUUID(),
      quoteId: quote.quoteId,
      fee: quote.fee,
      paymentPassword: '481516',
    })

    const [first, second] = sessions
    const { id: withdrawalId } = withdrawal
    await asOperator(operatorWithdrawalDecide, { id: withdrawalId, verdict: 'approve' }, first)
    const reference = await token.send(own, 80_000_000n)
    await asOperator(operatorWithdrawalSent, { id: withdrawalId, reference }, second)
    await expect(asOperator(operatorWithdrawalCompleted, { id: withdrawalId }, first)).rejects.toThrow('same-operator')
    await asOperator(operatorWithdrawalCompleted, { id: withdrawalId }, second)
    expect(await client.call(withdrawalDetail, { id: withdrawalId })).toMatchObject({ state: 'completed', reference })
    expect(await usdt()).toBeCloseTo(left - 80, 6)
    const { mismatches } = await asOwner((owner) => checkLedger(owner, null, () => undefined))
    expect(mismatches).toEqual([])
  })
})
