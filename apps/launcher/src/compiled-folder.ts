import { join } from 'node:path'

/** Where Node keeps compiled code for later starts, which then load in half the time. It is safe to delete. */
export const compiledFolder = join(import.meta.dirname, '../../../node_modules/.cache/candor/compiled')
