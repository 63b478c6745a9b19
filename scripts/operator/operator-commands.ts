import { operatorRoles } from '@candor/api/operator'
import type { OperatorRole } from '@candor/api/operator'
import { passkeyCodeKey } from '@candor/formulas/passkey-proof'
import { renderUnicodeCompact } from 'uqr'
import {
  addAccount,
  allowPasskey,
  authenticatorKey,
  enrolmentAddress,
  listAccounts,
  newHandedPassword,
  newTotpSecret,
  removePasskeys,
  resetAccount,
  setAccountEnabled,
} from '../../apps/server/src/modules/operator/index.ts'
import { withPool } from '../../apps/server/src/platform/postgres/pool.ts'
import type { Database as Owner } from '../../apps/server/src/platform/transaction.ts'
import { dataOption, readCommandLine } from '../../apps/launcher/src/command-line.ts'
import { configOf, withAccess } from '../../apps/launcher/src/data-command.ts'
import { LaunchError } from '../../apps/launcher/src/launch-error.ts'

/** `npm run operator`: its commands and options. */
export const operatorCommand = {
  name: 'operator',
  synopsis: 'COMMAND [OPTION ...]',
  about: "Manages the operators' accounts of a data folder, as the owner of its database.",
  sections: {
    Commands: {
      'add --name NAME --roles ROLE,ROLE':
        'Make an account; prints its first password and the secret of its authenticator',
      list: 'Print every account with its roles',
      'disable --name NAME': 'Refuse its logins from now on, and end its sessions',
      'enable --name NAME': 'Allow its logins again',
      'reset-totp --name NAME': 'Give it another authenticator',
      'reset-password --name NAME': 'Give it another first password',
      'passkey --name NAME': 'Permit it to add a passkey within a day; prints the one-time code',
      'remove-passkeys --name NAME': 'Remove its passkeys, such as after a loss',
    },
  },
  options: {
    name: { type: 'string', value: 'NAME', text: 'The account: 2 to 32 small letters, digits and hyphens' },
    roles: { type: 'string', value: 'ROLES', text: operatorRoles.join(', ') },
    data: dataOption,
  },
  examples: {
    'add --name ada --roles kyc,support': 'A new operator',
    'list --data /srv/candor': 'The operators of another data folder',
  },
} as const

/** Each command's effect, given a name and roles. Returns the text to print. */
const commands: Readonly<
  Record<
    string,
    (owner: Owner, name: string, more: { roles: readonly OperatorRole[]; totpKey: Buffer }) => Promise<string>
  >
> = {
  async add(owner, name, { roles, totpKey }) {
    if (roles.length === 0)
      throw new LaunchError(`Name the roles of ${name} with --roles: ${operatorRoles.join(', ')}.`)
    if ((await listAccounts(owner)).some((account) => account.name === name))
      throw new LaunchError(`There is an operator ${name} already.`)
    const [password, totpSecret] = [newHandedPassword(), newTotpSecret()]
    await addAccount(owner, { name, roles, password, totpSecret, totpKey, isPasswordNew: true })
    return [
      `The operator ${name} may log in (${roles.join(', ')}).`,
      '',
      ...passwordLines(password),
      ...enrolmentLines(name, totpSecret),
    ].join('\n')
  },
  async list(owner) {
    const accounts = await listAccounts(owner)
    if (accounts.length === 0) return 'There is no operator yet; npm run operator -- add makes one.'
    return accounts
      .map(({ name, roles, isSandbox, isDisabled, isPasswordNew }) => {
        const marks = [
          isSandbox && 'decides by itself',
          isDisabled && 'disabled',
          isPasswordNew && 'has not logged in yet',
        ].filter(Boolean)
        return `${name.padEnd(20)} ${roles.join(', ')}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`
      })
      .join('\n')
  },
  disable: (owner, name) => setEnabled(owner, name, false),
  enable: (owner, name) => setEnabled(owner, name, true),
  async 'reset-totp'(owner, name, { totpKey }) {
    const totpSecret = newTotpSecret()
    if (!(await resetAccount(owner, name, { password: null, totp: { totpSecret, totpKey } }))) throw unknownName(name)
    return [
      `The operator ${name} has another authenticator, and is logged out.`,
      '',
      ...enrolmentLines(name, totpSecret),
    ].join('\n')
  },
  async 'reset-password'(owner, name) {
    const password = newHandedPassword()
    if (!(await resetAccount(owner, name, { password, totp: null }))) throw unknownName(name)
    return [`The operator ${name} has another password, and is logged out.`, '', ...passwordLines(password)].join('\n')
  },
  async passkey(owner, name) {
    const code = newHandedPassword()
    if (!(await allowPasskey(owner, name, passkeyCodeKey(code)))) throw unknownName(name)
    return [
      `The operator ${name} may add a passkey within a day: in the console, under their name, Passkeys.`,
      '',
      `  One-time code   ${code}`,
      '  It is shown once. Hand it over past the server: by voice, or on paper.',
    ].join('\n')
  },
  async 'remove-passkeys'(owner, name) {
    if (!(await removePasskeys(owner, name))) throw unknownName(name)
    return `The operator ${name} has no passkeys now; npm run operator -- passkey permits another one.`
  },
}

async function setEnabled(owner: Owner, name: string, isEnabled: boolean): Promise<string> {
  if (!(await setAccountEnabled(owner, name, isEnabled))) throw unknownName(name)
  return isEnabled ? `The operator ${name} may log in again.` : `The operator ${name} is disabled and logged out.`
}

function passwordLines(password: string): string[] {
  return [
    `  First password   ${password}`,
    '  It is shown once, good for 24 hours, and replaced at the first login.',
    '',
  ]
}

function enrolmentLines(name: string, secret: Uint8Array): string[] {
  const address = enrolmentAddress(name, secret)
  return [
    '  Authenticator (scan it, or enter the secret):',
    '',
    renderUnicodeCompact(address, { border: 2 }),
    '',
    `  ${address}`,
  ]
}

function unknownName(name: string): LaunchError {
  return new LaunchError(
    `There is no operator ${name} whose account is a person's; npm run operator -- list shows them.`,
  )
}

function rolesOf(text: string): OperatorRole[] {
  const words = text.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]))
  const unknown = words.find((word) => !operatorRoles.some((role) => role === word))
  if (unknown !== undefined) throw new LaunchError(`${unknown} is no role; roles are ${operatorRoles.join(', ')}.`)
  return operatorRoles.filter((role) => words.includes(role))
}

/**
 * Runs a command on the accounts of a data folder, as the owner of its database. Returns the text to print, or null for
 * an unknown command. Throws LaunchError or ConfigError.
 */
export async function runOperatorCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  const { positionals, values } = readCommandLine(operatorCommand, words)
  const { name = '' } = values
  const command = commands[positionals[0] ?? '']
  if (command === undefined || positionals.length > 1) return null
  const roles = rolesOf(values.roles ?? '')
  if (positionals[0] !== 'list' && !/^[a-z][a-z0-9-]{1,31}$/.test(name))
    throw new LaunchError('Name the operator with --name: 2 to 32 small letters, digits and hyphens, a letter first.')
  if (name.startsWith('sandbox-reviewer')) throw new LaunchError('That name belongs to the sandbox.')
  const config = configOf(values, environment)
  return withAccess(config, ({ ownerUrl, serverKey }) =>
    withPool(ownerUrl, 'operator', (owner) => command(owner, name, { roles, totpKey: authenticatorKey(serverKey) })),
  )
}
