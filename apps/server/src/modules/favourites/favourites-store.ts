import type * as market from '../../../database/rows/market.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'

/** The listed favourites of a customer, in the order in which they were added. */
export async function readFavourites(database: Database | Transaction, customerId: bigint): Promise<string[]> {
  const { rows } = await database.query<Pick<market.InstrumentRow, 'symbol'>>(
    `select i.symbol from favourites.favourite as f join market.instrument as i using (instrument_id)
     where f.customer_id = $1 and not i.hidden order by f.favourite_id`,
    [customerId],
  )
  return rows.map(({ symbol }) => symbol)
}

/** Serialises changes of a customer's favourites, so that their number can be limited. */
export async function lockFavourites(transaction: Transaction, customerId: bigint): Promise<void> {
  await transaction.query('select from identity.customer where customer_id = $1 for no key update', [customerId])
}

/** Adds listed instruments in the order of `symbols`, each once. Returns how many of `symbols` are listed. */
export async function insertFavourites(
  transaction: Transaction,
  customerId: bigint,
  symbols: readonly string[],
): Promise<number> {
  const { rows } = await transaction.query<{ listed: bigint }>(
    `with wanted as (
       select i.instrument_id, given.place from unnest($2::text[]) with ordinality as given (symbol, place)
       join market.instrument as i on i.symbol = given.symbol and not i.hidden
     ), added as (
       insert into favourites.favourite (customer_id, instrument_id)
       select $1, instrument_id from wanted order by place on conflict do nothing
     )
     select count(*) as listed from wanted`,
    [customerId, symbols],
  )
  return Number(rows[0]?.listed ?? 0n)
}

export async function deleteFavourites(
  transaction: Transaction,
  customerId: bigint,
  symbols: readonly string[],
): Promise<void> {
  await transaction.query(
    `delete from favourites.favourite as f using market.instrument as i
     where i.instrument_id = f.instrument_id and f.customer_id = $1 and i.symbol = any($2::text[])`,
    [customerId, symbols],
  )
}

/** How many favourites a customer has, hidden instruments included. */
export async function countFavourites(transaction: Transaction, customerId: bigint): Promise<number> {
  const { rows } = await transaction.query<{ favourites: bigint }>(
    'select count(*) as favourites from favourites.favourite where customer_id = $1',
    [customerId],
  )
  return Number(rows[0]?.favourites ?? 0n)
}
