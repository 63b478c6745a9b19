import { formatDecimal } from '@candor/money'
import { assetOf } from '../../apps/server/src/modules/ledger/index.ts'
import { alignedLines } from '../../bench/figure.ts'
import type { Database } from '../../apps/server/src/platform/transaction.ts'

/** The figures of all cells side by side, with their sums, through a router. */
export async function readOverview(router: Database): Promise<string[]> {
  const { rows } = await router.query<{ cell: number; figure: string; asset: number | null; amount: bigint }>(
    'select cell, figure, asset, amount from cell.overview()',
  )
  const cells = [...new Set(rows.map(({ cell }) => cell))].toSorted((one, other) => one - other)
  const nameOf = ({ figure, asset }: (typeof rows)[number]) => (asset === null ? figure : `${figure} ${assetOf(asset)}`)
  const names = [...new Set(rows.map(nameOf))].toSorted()
  const lines = names.map((name) => {
    const found = cells.map((cell) => rows.find((row) => row.cell === cell && nameOf(row) === name)?.amount ?? 0n)
    // The version is no sum: the lowest counts.
    const all = found.reduce((sum, one) => (name !== 'version' ? sum + one : one < sum ? one : sum))
    const isMoney = / USDT?$/.test(name)
    return [name, ...[...found, all].map((amount) => (isMoney ? moneyText(amount) : String(amount)))]
  })
  return alignedLines([['', ...cells.map((cell) => `cell ${cell}`), 'all'], ...lines])
}

/** Withdrawals that wait in any cell, oldest first, through a router. */
export async function readWaiting(router: Database): Promise<string[]> {
  const { rows } = await router.query<{
    cell: number
    withdrawal_id: bigint
    customer_id: bigint
    asset: number
    amount: bigint
    state: string
  }>('select * from cell.waiting_withdrawals(100) order by created_ms')
  return rows.map(
    ({ cell, withdrawal_id: id, customer_id: customer, asset, amount, state }) =>
      `withdrawal ${id} of customer ${customer} in cell ${cell}: ${moneyText(amount)} ${assetOf(asset)}, ${state}`,
  )
}

const moneyText = (units: bigint) => formatDecimal(units, 6)

/** Stores a customer of play money who was registered in the directory: verified, and without a password. */
export async function storeSandboxCustomer(
  owner: Database,
  { customerId, email }: { readonly customerId: bigint; readonly email: string },
): Promise<void> {
  await owner.query(
    `insert into identity.customer (customer_id, public_id, email, password_hash, invite_code, kyc_state, lang,
       created_ms)
     overriding system value
     select id, (10000000 + id)::text, $2, '$argon2id$', upper(lpad(to_hex(id), 6, '0')), 'verified', 'en',
       clock.now_ms()
     from (select $1::bigint as id) as registered on conflict (customer_id) do nothing`,
    [customerId, email],
  )
  await owner.query('select ledger.open_customer($1)', [customerId])
}
