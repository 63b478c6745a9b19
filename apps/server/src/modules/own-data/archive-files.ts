import type { Language } from '@candor/api'
import { systemClock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { textsByLanguage } from '../../platform/texts.ts'
import type { Database } from '../../platform/transaction.ts'
import { createStatementExports } from '../statement/index.ts'
import type { Archive } from './archive-store.ts'
import { readOwnPicture, readOwnRecords } from './own-records-store.ts'
import type { OwnRecord, OwnRecordKind } from './own-records-store.ts'
import english from './texts/en.json' with { type: 'json' }
import type { ArchiveFile } from './zip.ts'

const textsOf = textsByLanguage<keyof typeof english>(english, new URL('texts/en.json', import.meta.url))

/** Records whose fields hold no text of a person: a spreadsheet runs nothing of them. */
const tables = ['orders', 'recharges', 'transfers', 'withdrawals', 'swaps', 'sales', 'interest'] as const
const documents = [
  'profile',
  'consents',
  'identity-checks',
  'payment-methods',
  'invitations',
  'limits',
  'breaks',
  'alerts',
  'favourites',
  'messages',
  'customer-service',
  'sign-ins',
  'sessions',
] as const satisfies readonly OwnRecordKind[]

/** The files of a copy, read as they are consumed. The README is in the customer's language. */
export async function* archiveFiles(
  { pool, logger }: { readonly pool: Database; readonly logger: Logger },
  { customerId, lang }: Pick<Archive, 'customerId' | 'lang'>,
): AsyncGenerator<ArchiveFile> {
  yield { name: 'README.txt', content: [readme(lang)] }
  yield { name: 'statement.csv', content: await statementOf(pool, logger, customerId) }
  for (const kind of tables) yield { name: `${kind}.csv`, content: csvOf(readOwnRecords(pool, customerId, kind)) }
  for (const kind of documents) yield { name: `${kind}.json`, content: jsonOf(readOwnRecords(pool, customerId, kind)) }
  const picture = await readOwnPicture(pool, customerId)
  if (picture !== null) yield { name: 'picture.webp', content: [picture] }
}

/** The whole statement. Its exports are the copy's own, so that it does not stand in the way of the customer's. */
async function statementOf(pool: Database, logger: Logger, customerId: bigint): Promise<AsyncIterable<string>> {
  const exports = createStatementExports({ pool, clock: systemClock, logger })
  const begun = await exports.begin({ customerId, asset: null, kinds: null, fromMs: null, toMs: null })
  if (!begun.ok) throw new Error(`the statement of a copy was refused: ${begun.error}`)
  return begun.value.body
}

function readme(lang: Language): string {
  const texts = textsOf(lang)
  const lines = [
    texts.title,
    texts.intro,
    texts.statement,
    texts.tables,
    texts.documents,
    texts.receipts,
    texts.missing,
  ]
  return `${lines.join('\n\n')}\n`
}

async function* csvOf(parts: AsyncIterable<readonly OwnRecord[]>): AsyncGenerator<string> {
  let isFirst = true
  for await (const records of parts) {
    const names = Object.keys(records[0] ?? {})
    if (isFirst) yield `${names.join()}\r\n`
    isFirst = false
    yield records.map((record) => `${names.map((name) => csvCell(valueOf(record, name))).join()}\r\n`).join('')
  }
}

function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function* jsonOf(parts: AsyncIterable<readonly OwnRecord[]>): AsyncGenerator<string> {
  let before = '['
  for await (const records of parts)
    for (const record of records) {
      const { id, ...named } = Object.fromEntries(Object.keys(record).map((name) => [name, valueOf(record, name)]))
      yield `${before}\n${JSON.stringify(typeof id === 'string' ? { id, ...named } : named)}`
      before = ','
    }
  yield before === '[' ? '[]\n' : '\n]\n'
}

/** A value as text or JSON: times in UTC, large numbers as text. */
function valueOf(record: OwnRecord, name: string): unknown {
  const value = record[name]
  if (name.endsWith('At') && typeof value === 'bigint') return new Date(Number(value)).toISOString()
  return typeof value === 'bigint' ? String(value) : value
}
