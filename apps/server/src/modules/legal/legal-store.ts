import { languageOf, legalName } from '@candor/api'
import type { InputOf, OutputOf, legalConsents, legalDocuments, legalText } from '@candor/api'
import * as z from 'zod/mini'
import type * as legal from '../../../database/rows/legal.ts'
import { onlyRow } from '../../platform/only-row.ts'
import { callRoutine } from '../../platform/postgres/routine.ts'
import type { Database, Transaction } from '../../platform/transaction.ts'
import { LegalTextsError } from './legal-files.ts'
import type { LegalFile } from './legal-files.ts'

type Document = OutputOf<typeof legalDocuments>['items'][number]
type Text = OutputOf<typeof legalText>
type Consents = OutputOf<typeof legalConsents>

/** The order in which customers read them. */
const order = legalName.options

/**
 * Publishes texts that are not published yet, from now on, as the owner. Throws LegalTextsError where a published text
 * differs from its file: what was published stays.
 */
export async function publishTexts(owner: Database, files: readonly LegalFile[]): Promise<void> {
  for (const { name, version, language, body, needsConsent } of files) {
    await owner.query('select legal.publish($1, $2, $3, $4, $5)', [name, version, language, body, needsConsent])
    const { rows } = await owner.query<Pick<legal.TextRow, 'body'>>(
      'select body from legal.text where name = $1 and version = $2 and language = $3',
      [name, version, language],
    )
    if (onlyRow(rows, 'legal.text').body !== body)
      throw new LegalTextsError(
        `${name}.${version}.${language}.md was published with another text: give the new text a new version.`,
      )
  }
}

/** The newest version of each document. */
export async function readDocuments(pool: Database): Promise<Document[]> {
  const { rows } = await pool.query<legal.CurrentRow>('select * from legal.current')
  return rows
    .map((row) => ({
      name: z.parse(legalName, row.name),
      version: Number(row.version),
      publishedMs: Number(row.published_ms),
      needsConsent: row.consent_from !== null,
    }))
    .toSorted((left, right) => order.indexOf(left.name) - order.indexOf(right.name))
}

/** A text in a language, or in English where it has no translation; null for an unknown version. */
export async function findText(
  pool: Database,
  { name, version, language }: InputOf<typeof legalText>,
): Promise<Text | null> {
  const { rows } = await pool.query<legal.TextRow & Pick<legal.DocumentRow, 'published_ms'>>(
    `select text.*, published_ms from legal.text join legal.document using (name, version)
     where name = $1 and version = coalesce($2, (select max(version) from legal.document where name = $1))
       and language in ($3, 'en')
     order by language <> $3 limit 1`,
    [name, version ?? null, language],
  )
  const row = rows[0]
  if (row === undefined) return null
  const { rows: versions } = await pool.query<Pick<legal.DocumentRow, 'version' | 'published_ms'>>(
    'select version, published_ms from legal.document where name = $1 order by version desc',
    [name],
  )
  return {
    name,
    version: row.version,
    publishedMs: Number(row.published_ms),
    language: languageOf(row.language),
    body: row.body,
    digest: row.digest.toString('hex'),
    versions: versions.map((one) => ({ version: one.version, publishedMs: Number(one.published_ms) })),
  }
}

/** The documents that a customer has to agree to before trading on. */
export async function readOwed(pool: Database, customerId: bigint): Promise<Consents['owed']> {
  const { rows } = await pool.query<{ name: string }>('select owed as name from legal.owed($1)', [customerId])
  return rows.map(({ name }) => z.parse(legalName, name))
}

/** What a customer agreed to, the newest first. */
export async function readGiven(pool: Database, customerId: bigint): Promise<Consents['given']> {
  const { rows } = await pool.query<legal.ConsentRow>(
    'select * from legal.consent where customer_id = $1 order by consented_ms desc, name',
    [customerId],
  )
  return rows.map((row) => ({
    name: z.parse(legalName, row.name),
    version: row.version,
    language: languageOf(row.language),
    digest: row.digest.toString('hex'),
    agreedMs: Number(row.consented_ms),
  }))
}

/**
 * Records that a customer agrees to the newest versions. False, with nothing recorded, where `documents` lacks one of
 * them.
 */
export async function agree(
  client: Database | Transaction,
  customerId: bigint,
  { documents, language }: { readonly documents: readonly string[]; readonly language: string },
): Promise<boolean> {
  return callRoutine<boolean>(client, 'legal.agree', customerId, documents, language)
}
