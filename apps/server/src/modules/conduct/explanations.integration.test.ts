import { beforeAll, expect, test } from 'vitest'
import { closeAfterTests, testDatabase } from '../../platform/postgres/test-database.ts'
import { genesisMs, openLedgerWorld } from '../ledger/testing/ledger-world.ts'
import { decideProposal } from '../operator/index.ts'
import { logInOperator } from '../operator/testing/operators.ts'
import { explanations, listIncidents, proposeExplanation } from './explanation-store.ts'
import { readIncidents } from './incident-store.ts'

let incidentId: bigint
let [risk, lead] = ['', '']

const world = closeAfterTests(await openLedgerWorld(await testDatabase()))

beforeAll(async () => {
  const { rows } = await world.owner.query<{ incident_id: bigint }>(
    `insert into conduct.incident (kind, subject, started_ms, ended_ms) values ('no-prices', '', $1, $2)
     returning incident_id`,
    [genesisMs, genesisMs + 60_000],
  )
  incidentId = rows[0]?.incident_id ?? 0n
  risk = (await logInOperator(world, { name: 'risk', roles: ['risk'] })).secret
  lead = (await logInOperator(world, { name: 'lead', roles: ['lead'] })).secret
})

const propose = async (secret: string, note: string) =>
  (await proposeExplanation(world.app, secret, { incidentId, note })) ?? 0n
const confirm = (secret: string, id: bigint) =>
  decideProposal(world.app, explanations, { secret, id, verdict: 'approved', note: '' })
const published = async () => (await readIncidents(world.app)).items[0]?.explanations

test('are published by a second person, version by version, and all of them stay public', async () => {
  const first = await propose(risk, 'A disk was full.')
  expect(await published()).toEqual([])
  await expect(confirm(risk, first)).rejects.toThrow('another operator has to confirm')
  expect(await confirm(lead, first)).toBe('decided')
  expect(await published()).toEqual([{ version: 1, text: 'A disk was full.', atMs: expect.any(Number) }])
  await expect(confirm(lead, first)).rejects.toThrow('decided already')

  const second = await propose(lead, 'A disk of the market was full, from 08:41 on.')
  expect(await confirm(risk, second)).toBe('decided')
  expect(await published()).toMatchObject([
    { version: 2, text: 'A disk of the market was full, from 08:41 on.' },
    { version: 1, text: 'A disk was full.' },
  ])
  expect(await listIncidents(world.app, null, 10)).toMatchObject([
    { id: String(incidentId), kind: 'no-prices', explanation: 'A disk of the market was full, from 08:41 on.' },
  ])
})

test('that are rejected are not published', async () => {
  const before = await published()
  const id = await propose(risk, 'Nothing happened.')
  const rejected = { secret: lead, id, verdict: 'rejected', note: 'not true' } as const
  expect(await decideProposal(world.app, explanations, rejected)).toBe('decided')
  expect(await published()).toEqual(before)
})

test('are in the audit with each step and text', async () => {
  const { rows } = await world.owner.query<{ action: string; reason: string }>(
    "select action, reason from audit.entry where action like 'explanation.%' order by seq",
  )
  expect(rows).toEqual([
    { action: 'explanation.proposed', reason: 'A disk was full.' },
    { action: 'explanation.confirmed', reason: 'A disk was full.' },
    { action: 'explanation.proposed', reason: 'A disk of the market was full, from 08:41 on.' },
    { action: 'explanation.confirmed', reason: 'A disk of the market was full, from 08:41 on.' },
    { action: 'explanation.proposed', reason: 'Nothing happened.' },
    { action: 'explanation.rejected', reason: 'not true' },
  ])
})

test('are changed by nobody, not even the owner, and belong to known incidents only', async () => {
  await expect(world.owner.query("update conduct.explanation set note = 'Other words'")).rejects.toThrow('decided once')
  await expect(world.owner.query('delete from conduct.explanation')).rejects.toThrow('refused')
  await expect(world.app.query("update conduct.explanation set note = 'Other words'")).rejects.toThrow('denied')
  expect(await proposeExplanation(world.app, risk, { incidentId: 0n, note: 'Of nothing' })).toBeNull()
})
