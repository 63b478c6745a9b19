import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { invitePublished } from '@candor/api'
import { openOperatorWorld } from '../../../test/operator-world.ts'
import { closeAfterTests } from '../../platform/postgres/test-database.ts'

const world = closeAfterTests(await openOperatorWorld())
const mara = await world.logIn('mara', ['support'])
const noah = await world.logIn('noah', ['lead'])

const proposed = z.object({ id: z.string(), code: z.string() })
const propose = async (secret: string) =>
  z.parse(proposed, (await world.call('operator/published_code_propose', { note: 'For the fair' }, secret)).data)
const confirm = (id: string, secret: string) => world.call('operator/published_code_confirm', { id }, secret)
const published = async () =>
  z.parse(invitePublished.output, (await world.call('api/invite/published', {}, null)).data).inviteCode
const checked = async (inviteCode: string) => {
  const { error, data } = await world.call('api/invite/check', { inviteCode }, null)
  return error ?? data
}

it('is published by two, taken over by the next one, and withdrawn by one at once', async () => {
  expect(await published()).toBeNull()
  const first = await propose(mara)
  expect(first.code).toMatch(/^[A-Z2-9]{8}$/)
  expect([await published(), await checked(first.code)]).toEqual([null, 'invite-code-unknown'])
  expect((await confirm(first.id, mara)).error).toBe('same-operator')
  expect((await confirm(first.id, world.as('risk'))).error).toBe('not-allowed')
  expect((await confirm(first.id, noah)).data).toMatchObject({ state: 'confirmed', withdrawn: null })
  expect((await confirm(first.id, noah)).error).toBe('already-decided')
  expect([await published(), await checked(first.code.toLowerCase())]).toEqual([first.code, { inviter: null }])

  const second = await propose(noah)
  await confirm(second.id, mara)
  expect([await published(), await checked(first.code)]).toEqual([second.code, 'invite-code-unknown'])

  const withdraw = (id: string) => world.call('operator/published_code_withdraw', { id, note: 'Too many came' }, mara)
  expect((await withdraw(first.id)).error).toBe('not-found')
  expect((await withdraw(second.id)).data).toMatchObject({ withdrawn: { operator: 'mara' } })
  expect((await withdraw(second.id)).error).toBe('not-found')
  expect([await published(), await checked(second.code)]).toEqual([null, 'invite-code-unknown'])

  const { rows } = await world.owner.query<{ action: string; actor: string }>(
    "select action, actor from audit.entry where action like 'published-code.%' order by seq",
  )
  expect(rows.map(({ action, actor }) => `${actor} ${action.split('.')[1]}`)).toEqual([
    'mara proposed',
    'noah confirmed',
    'noah proposed',
    'mara withdrawn',
    'mara confirmed',
    'mara withdrawn',
  ])
})

it('that is rejected invites nobody, and no step is undone', async () => {
  const { id, code } = await propose(mara)
  await world.call('operator/published_code_reject', { id, note: 'Not now' }, noah)
  expect([await published(), await checked(code)]).toEqual([null, 'invite-code-unknown'])
  for (const attack of ['delete from identity.withdrawn_code', 'delete from identity.published_code'])
    await expect(world.owner.query(attack)).rejects.toThrow('proposals are kept')
  for (const attack of [
    "update identity.published_code set state = 'confirmed'",
    'delete from identity.withdrawn_code',
  ])
    await expect(world.app.query(attack)).rejects.toThrow('permission denied')
})
