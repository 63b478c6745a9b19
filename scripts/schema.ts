/** `npm run schema`: writes apps/server/database/current-schema.sql from the catalogue of a database made of the sources. */
import { join } from 'node:path'
import { writeSchema } from './checks/sql-schema.ts'

await writeSchema(join(import.meta.dirname, '..'))
