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

/** A function that calls a routine with these values, as `callRoutine` does. */
export function routine<Values extends readonly unknown[], Value>(name: string) {
  return (database: Queryable, ...values: Values): Promise<Value> => callRoutine<Value>(database, name, ...values)
}

/** The same for an operator: the secret of the session, then the values of what is wanted. */
export function operatorRoutine<Wanted, Value>(name: string, valuesOf: (wanted: Wanted) => readonly unknown[]) {
  return (database: Queryable, secret: string, wanted: Wanted): Promise<Value> =>
    callRoutine<Value>(database, name, secret, ...valuesOf(wanted))
}
