/** The services' view of the database: it exists, and changes can be grouped. Only stores run SQL on it. */
export type { Pool as Database, PoolClient as Transaction } from 'pg'
export { withTransaction } from './postgres/pool.ts'
export { primaryReads } from './postgres/reads.ts'
export type { Reads } from './postgres/reads.ts'
