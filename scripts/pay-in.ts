/** Books capital that the operator has paid in, whether Candor is running or not. */
import process from 'node:process'
import { assets, formatAmount, parseAmount } from '@candor/money'
import type { Amount } from '@candor/money'
import { payInCapital } from '../apps/server/src/modules/ledger/index.ts'
import type { CapitalPurpose } from '../apps/server/src/modules/ledger/index.ts'
import { withPool } from '../apps/server/src/platform/postgres/pool.ts'
import { CommandLineError, dataOption, readCommandLine } from '../apps/launcher/src/command-line.ts'
import { configOf, runDataCommand, withAccess } from '../apps/launcher/src/data-command.ts'
import { LaunchError } from '../apps/launcher/src/launch-error.ts'

const purposes = new Map<string, CapitalPurpose>([
  ['contracts', 'bankroll'],
  ['swaps', 'fx'],
  ['interest', 'interest'],
])

const command = {
  name: 'pay-in',
  synopsis: '--for PURPOSE --asset ASSET --amount AMOUNT --reference TEXT [OPTION ...]',
  about:
    'Books capital that has been paid in from outside: without it no contract, swap or interest can be covered. It is\n' +
    'written to the audit and to the events log. A reference counts once, so a repeated command books nothing.',
  options: {
    for: { type: 'string', value: 'PURPOSE', text: 'contracts, swaps or interest' },
    asset: { type: 'string', value: 'ASSET', text: 'USD or USDT' },
    amount: { type: 'string', value: 'AMOUNT', text: 'The amount, such as 250000' },
    reference: { type: 'string', value: 'TEXT', text: 'The bank’s or the chain’s reference of the payment' },
    data: dataOption,
  },
  examples: { '--for contracts --asset USDT --amount 250000 --reference 0x5e1f…': 'Covers contracts in USDT' },
} as const

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(command, args)
  const { reference = '' } = values
  const purpose = purposes.get(values.for ?? '')
  if (positionals.length > 0 || purpose === undefined)
    throw new CommandLineError(`Say with --for what the capital is for: ${[...purposes.keys()].join(', ')}.`)
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/.test(reference))
    throw new CommandLineError('Name the payment with --reference, in at most 100 letters, digits and signs.')
  const paidIn = amountOf(values)
  const isBooked = await withAccess(configOf(values, process.env), ({ ownerUrl }) =>
    withPool(ownerUrl, 'pay-in', (owner) => payInCapital(owner, { reference, purpose, paidIn })),
  ).catch((error: unknown) => {
    throw isOtherCapital(error)
      ? new LaunchError(`The reference ${reference} was booked with another amount or purpose.`)
      : error
  })
  console.log(isBooked ? `paid in: ${formatAmount(paidIn)} for ${values.for}` : 'booked before: nothing changed')
  return 0
}

function amountOf({ asset: name, amount = '' }: { readonly asset?: string; readonly amount?: string }): Amount {
  const asset = assets.find((known) => known === name)
  if (asset === undefined) throw new CommandLineError(`Name the asset with --asset: ${assets.join(' or ')}.`)
  const parsed = parseAmount(asset, amount)
  if (parsed === null || parsed.units <= 0n)
    throw new CommandLineError('Name the amount with --amount, above zero, such as 250000 or 1000.50.')
  return parsed
}

function isOtherCapital(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

await runDataCommand(command, main)
