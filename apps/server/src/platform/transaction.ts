/** What services may know of the database: that it is there, and that changes belong together. Only stores speak SQL with it. */
export type { Pool as Database, PoolClient as Transaction } from 'pg'
export { withTransaction } from './postgres/pool.ts'
