import type { Pool, PoolClient } from 'pg'
import { onlyRow } from '../only-row.ts'

/** What statements run on: a pool, or a connection that holds a transaction. */
export type Queryable = Pick<Pool | PoolClient, 'query'>

/** Calls a routine of the database that returns one value, such as `floor.lapse_sale`. Throws what it raises. */
export async function callRoutine<Value>(
  database: Queryable,
  routine: string,
  ...values: readonly unknown[]
): Promise<Value> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  const { rows } = await database.query<{ value: Value }>(`select ${routine}(${places}) as value`, [...values])
  return onlyRow(rows, routine).value
}
