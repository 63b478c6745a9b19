import { operatorOperations, refusalsOf, operatorRoles } from '@candor/api/operator'
import type { OperatorOperation } from '@candor/api/operator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operatorForm } from '../apps/server/test/operator-forms.ts'
import { openOperatorWorld } from '../apps/server/test/operator-world.ts'
import type { OperatorWorld } from '../apps/server/test/operator-world.ts'
import { naughtyTexts } from './naughty-texts.ts'

/** Texts per field: every operation gets some of each kind in rotation. */
const textsOfField = 20
const callsAtOnce = 8

let world: OperatorWorld

beforeAll(async () => {
  world = await openOperatorWorld()
})

afterAll(() => world.close())

interface Case {
  readonly operation: OperatorOperation
  readonly label: string
  readonly form: Record<string, string>
}

function casesOf(operation: OperatorOperation, offset: number): Case[] {
  const { properties = {} } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).flatMap((field, place) =>
    Array.from({ length: textsOfField }, (_, index) => {
      const text = naughtyTexts[(offset + place * 7 + index * 11) % naughtyTexts.length] ?? ''
      return {
        operation,
        label: `${field}=${JSON.stringify(text)}`,
        form: { ...operatorForm(operation), [field]: text },
      }
    }),
  )
}

test('nonsense in any field of an operator’s call is answered as the contract says, and never as a fault', async () => {
  const everything = await world.logIn('everything', operatorRoles)
  const queue = operatorOperations.filter(({ path }) => path !== 'operator/logout').flatMap(casesOf)
  const size = queue.length
  const faults: string[] = []
  const lane = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const { operation, label, form } = next
      const { status, error } = await world.call(operation.path, form, everything)
      if (status >= 500 || (error !== null && !refusalsOf(operation).some((refusal) => refusal === error)))
        faults.push(`${operation.path} ${label.slice(0, 100)}: ${status} ${error}`)
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, lane))
  expect(faults).toEqual([])
  expect(size).toBeGreaterThan(1_000)
  const { rows } = await world.owner.query<{ broken: bigint | null }>('select broken_seq as broken from audit.verify()')
  expect(rows).toEqual([{ broken: null }])
}, 240_000)
