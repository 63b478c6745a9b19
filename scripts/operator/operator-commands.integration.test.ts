import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passkeyCodeKey } from '@candor/formulas/passkey-proof'
import { afterAll, describe, expect, it } from 'vitest'
import { createOperatorLogins } from '../../apps/server/src/modules/operator/login-service.ts'
import { totpCode } from '../../apps/server/src/platform/totp.ts'
import { createPool } from '../../apps/server/src/platform/postgres/pool.ts'
import { testDatabase } from '../../apps/server/src/platform/postgres/test-database.ts'
import { openDataFolder } from '../../apps/launcher/src/data-folder.ts'
import { runOperatorCommand } from './operator-commands.ts'

const password = 'a password of her own'

const database = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'candor-test-'))
const serverKey = (await openDataFolder(folder)).secrets.serverKey

afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (...words: string[]) =>
  runOperatorCommand([...words, '--data', folder], { DATABASE_URL: database.ownerUrl })

/** The bytes behind the base32 of an enrolment. */
function secretOf(output: string): Buffer {
  const text = /secret=([A-Z2-7]+)/.exec(output)?.[1] ?? ''
  const bits = (text.match(/./g) ?? [])
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

async function logIn(output: string, form: { password: string; newPassword?: string }, ahead = 0) {
  const pool = createPool(database.appUrl, 'test')
  try {
    const totp = totpCode(secretOf(output), Date.now(), ahead)
    const login = { account: 'anna', newPassword: undefined, ...form, totp }
    const device = { value: null, keep: () => undefined }
    const opened = await createOperatorLogins({ pool, secret: serverKey }).login(login, {
      ip: '127.0.0.1',
      userAgent: 'test',
      device,
    })
    return opened.ok ? 'logged-in' : opened.error
  } finally {
    await pool.end()
  }
}

const passwordOf = (output: string) => /First password +(\S+)/.exec(output)?.[1] ?? ''

describe('npm run operator', () => {
  it('makes an account whose first password and authenticator open a session once the password is replaced', async () => {
    const output = (await run('add', '--name', 'anna', '--roles', 'kyc,lead')) ?? ''
    expect(output).toContain('█')
    const first = { password: passwordOf(output) }
    expect(await logIn(output, first)).toBe('new-password-required')
    expect(await logIn(output, { ...first, newPassword: password })).toBe('logged-in')
    expect(await logIn(output, first, 1)).toBe('wrong-credentials')
    expect(await run('list')).toMatch(/^anna +kyc, lead$/m)
  })

  it('gives another authenticator, and the old one opens nothing from then on', async () => {
    const before = (await run('reset-totp', '--name', 'anna')) ?? ''
    expect(await logIn(before, { password })).toBe('logged-in')
    const after = (await run('reset-totp', '--name', 'anna')) ?? ''
    expect(await logIn(before, { password }, 1)).toBe('wrong-credentials')
    expect(await logIn(after, { password })).toBe('logged-in')
  })

  it('gives another password, which has to be replaced again', async () => {
    const enrolled = (await run('reset-totp', '--name', 'anna')) ?? ''
    const first = passwordOf((await run('reset-password', '--name', 'anna')) ?? '')
    expect(await logIn(enrolled, { password })).toBe('wrong-credentials')
    expect(await logIn(enrolled, { password: first, newPassword: password })).toBe('logged-in')
  })

  it('disables an account and enables it again', async () => {
    const enrolled = (await run('reset-totp', '--name', 'anna')) ?? ''
    await run('disable', '--name', 'anna')
    expect(await run('list')).toContain('disabled')
    expect(await logIn(enrolled, { password })).toBe('wrong-credentials')
    await run('enable', '--name', 'anna')
    expect(await logIn(enrolled, { password })).toBe('logged-in')
  })

  it('permits a passkey with a code that it prints once, and removes passkeys', async () => {
    const output = (await run('passkey', '--name', 'anna')) ?? ''
    const code = /One-time code +(\S+)/.exec(output)?.[1] ?? ''
    const owner = createPool(database.ownerUrl, 'test')
    const keys = async () => {
      const { rows } = await owner.query<{ key: Buffer }>('select key from operator.passkey_code')
      return rows.map(({ key }) => key)
    }
    expect(await keys()).toEqual([Buffer.from(passkeyCodeKey(code))])
    expect(await run('remove-passkeys', '--name', 'anna')).toContain('has no passkeys now')
    expect(await keys()).toEqual([])
    await owner.end()
    await expect(run('passkey', '--name', 'nobody')).rejects.toThrow('There is no operator nobody')
  })

  it.each([
    [['add', '--name', 'anna', '--roles', 'kyc'], 'There is an operator anna already.'],
    [['add', '--name', 'boris', '--roles', 'king'], 'king is no role'],
    [['add', '--name', 'boris'], 'Name the roles of boris'],
    [['add', '--name', 'Boris!', '--roles', 'kyc'], 'Name the operator with --name'],
    [['add', '--name', 'sandbox-reviewer-3', '--roles', 'kyc'], 'That name belongs to the sandbox.'],
    [['disable', '--name', 'nobody'], 'There is no operator nobody'],
    [['add', '--nam', 'anna'], "Unknown option '--nam'"],
  ])('refuses %j in one sentence', async (words, sentence) => {
    await expect(run(...words)).rejects.toThrow(sentence)
  })

  it('does nothing with words that are no command', async () => {
    expect(await run('promote', '--name', 'anna')).toBeNull()
  })
})
