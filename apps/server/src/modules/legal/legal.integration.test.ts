import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages, legalName } from '@candor/api'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { storeCustomers } from '../ledger/testing/stored-customers.ts'
import { createConsents, seedLegalTexts } from './index.ts'
import type { Consents } from './index.ts'
import { findText, readDocuments, readGiven, readOwed } from './legal-store.ts'

let consents: Consents
let customerId = 9_000n
const clock = manualClock(0)

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))

beforeEach(async () => {
  customerId += 1n
  consents = createConsents(world.app, clock)
  await storeCustomers(world.owner, [customerId])
})

/** Starts a sandbox with these texts in the operator's folder. */
function seed(files: Readonly<Record<string, string>>, mode: 'sandbox' | 'live' = 'sandbox'): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'legal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return seedLegalTexts(world.owner, folder, mode)
}

const agree = (documents: string, language: 'en' | 'de' = 'en') =>
  consents.agree(world.app, customerId, { documents, language })

const first = 'terms.1,risks.2,privacy.1'

describe('texts', () => {
  test('of the sandbox are published once, in every language, and say that they are placeholders', async () => {
    await seed({})
    const published = await readDocuments(world.app)
    await seed({})
    expect(await readDocuments(world.app)).toEqual(published)
    expect(published.map(({ name, needsConsent }) => [name, needsConsent])).toEqual([
      ['terms', true],
      ['risks', true],
      ['privacy', true],
      ['imprint', false],
    ])
    const english = (await findText(world.app, { name: 'terms', language: 'en' }))?.body ?? ''
    expect(english).toContain('Sandbox placeholder')
    for (const language of languages)
      for (const name of legalName.options) {
        const text = await findText(world.app, { name, language })
        expect(text).toMatchObject({ name, language, version: name === 'risks' ? 2 : 1 })
        expect(text?.digest).toBe(
          createHash('sha256')
            .update(text?.body ?? '')
            .digest('hex'),
        )
        expect(text?.body.startsWith('# ')).toBe(true)
      }
  })

  test('of a newer version replace the placeholder of risks, which earlier customers have to agree to', async () => {
    await seed({})
    const risks = await findText(world.app, { name: 'risks', language: 'en' })
    expect(risks?.versions.map(({ version }) => version)).toEqual([2, 1])
    expect(risks?.body).toContain('the whole stake of a contract and its fee')
    expect(await agree('terms.1,risks.1,privacy.1')).toBe(false)
  })

  test('are never changed: not by another file, and not by the owner', async () => {
    await seed({})
    await expect(seed({ 'terms.1.en.md': '# Other terms' })).rejects.toThrow('terms.1.en.md was published')
    await expect(world.owner.query(`update legal.text set body = 'x'`)).rejects.toThrow('only added to')
    await expect(world.app.query(`insert into legal.document values ('terms', 9, true, 0)`)).rejects.toThrow('denied')
  })

  test('are English where a version has no translation; old versions stay readable', async () => {
    await seed({})
    await seed({ 'imprint.2.en.md': '# Imprint\n\nA company' })
    const newest = await findText(world.app, { name: 'imprint', language: 'de' })
    expect(newest).toMatchObject({ version: 2, language: 'en', body: '# Imprint\n\nA company' })
    expect(newest?.versions.map(({ version }) => version)).toEqual([2, 1])
    expect(await findText(world.app, { name: 'imprint', language: 'de', version: 1 })).toMatchObject({
      version: 1,
      language: 'de',
    })
    expect(await findText(world.app, { name: 'imprint', language: 'de', version: 7 })).toBeNull()
  })

  test('leave an entry in the audit', async () => {
    await seed({})
    const { rows } = await world.owner.query(
      `select actor, details->>'needs_consent' as needs from audit.entry where subject = 'legal:privacy.1.de'`,
    )
    expect(rows).toEqual([{ actor: 'owner', needs: 'true' }])
  })

  test('of other names, without English, or missing where money is real, stop the start', async () => {
    await expect(seed({ 'rules.1.en.md': '# A' })).rejects.toThrow('rules.1.en.md is no legal text')
    await expect(seed({ 'terms.8.de.md': '# A' })).rejects.toThrow('terms.8.de.md has no English text')
    await expect(seed({ 'terms.8.en.md': '# A' }, 'live')).rejects.toThrow('risks.1.en.md')
  })
})

describe('consents', () => {
  beforeEach(() => seed({}))

  test('name every version, and are stored with language, digest and time', async () => {
    const documents = await readDocuments(world.app)
    const all = documents.map(({ name, version }) => `${name}.${version}`).join(',')
    expect(await agree('terms.1,risks.2')).toBe(false)
    expect(await readGiven(world.app, customerId)).toEqual([])
    expect(await consents.covers('terms.1,risks.2')).toBe(false)
    expect(await consents.covers(undefined)).toBe(false)
    expect(await consents.covers(all)).toBe(true)
    expect(await agree(all, 'de')).toBe(true)
    const given = await readGiven(world.app, customerId)
    expect(given.map(({ name }) => name)).toEqual(['privacy', 'risks', 'terms'])
    const text = await findText(world.app, { name: 'risks', language: 'de' })
    expect(given[1]).toMatchObject({ version: text?.version, language: 'de', digest: text?.digest })
    const { rows } = await world.owner.query<{ now: bigint }>('select clock.now_ms() as now')
    expect(given[1]?.agreedMs).toBe(Number(rows[0]?.now))
  })

  test('are never changed or removed', async () => {
    await agree(first)
    await expect(world.app.query('delete from legal.consent')).rejects.toThrow('denied')
    await expect(world.owner.query('delete from legal.consent')).rejects.toThrow('only added to')
  })

  test('are owed again with a version that asks for it, and not with one that does not', async () => {
    expect(await readOwed(world.app, customerId)).toEqual(['privacy', 'risks', 'terms'])
    await agree(first)
    expect(await consents.owes(customerId)).toBe(false)
    await seed({ 'privacy.2.en.md': 'consent: no\n# Privacy\n\nSpelling' })
    expect(await readOwed(world.app, customerId)).toEqual([])
    await seed({ 'privacy.3.en.md': '# Privacy\n\nMore' })
    expect(await readOwed(world.app, customerId)).toEqual(['privacy'])
    // Remembered for a minute.
    expect(await consents.owes(customerId)).toBe(false)
    clock.advance(60_000)
    expect(await consents.owes(customerId)).toBe(true)
    expect(await agree(first)).toBe(false)
    expect(await agree('terms.1,risks.2,privacy.3')).toBe(true)
    expect(await consents.owes(customerId)).toBe(false)
    expect((await findText(world.app, { name: 'privacy', language: 'en' }))?.body).toBe('# Privacy\n\nMore')
  })
})
