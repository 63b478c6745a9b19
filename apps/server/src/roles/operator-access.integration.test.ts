import { operations } from '@candor/api'
import { operatorOperations, operatorRoles } from '@candor/api/operator'
import type { OperatorOperation, OperatorRole } from '@candor/api/operator'
import { describe, expect, it } from 'vitest'
import { operatorForm } from '../../test/operator-forms.ts'
import { customerToken, openOperatorWorld } from '../../test/operator-world.ts'
import type { OperatorWorld } from '../../test/operator-world.ts'
import { closeAfterTests } from '../platform/postgres/test-database.ts'

const call: OperatorWorld['call'] = (...words) => world.call(...words)
const as: OperatorWorld['as'] = (role) => world.as(role)

const world = closeAfterTests(await openOperatorWorld())

const mayCall = ({ access }: OperatorOperation, role: OperatorRole) =>
  typeof access === 'string' || access.includes(role)
const guarded = operatorOperations.filter(({ access }) => access !== 'public')

describe('every operation of operators', () => {
  it('is refused to everyone but operators', async () => {
    const ended = await world.logIn('ended', operatorRoles)
    await call('operator/logout', {}, ended)
    const disabled = await world.logIn('disabled', operatorRoles)
    await world.owner.query("select operator.set_enabled('disabled', false)")
    const strangers = {
      nobody: null,
      garbage: 'x',
      shaped: 'A'.repeat(43),
      customer: customerToken,
      ended,
      disabled,
    }
    const letIn: string[] = []
    for (const operation of guarded) {
      for (const [name, token] of Object.entries(strangers)) {
        const { status, error } = await call(operation.path, operatorForm(operation), token)
        if (status !== 408 || error !== 'not-logged-in') letIn.push(`${operation.path} by ${name}: ${status} ${error}`)
      }
    }
    expect(letIn).toEqual([])
    expect(guarded.length).toBeGreaterThan(20)
  })

  it('is open to the roles that the contract names, in the server and in the database, and to no other', async () => {
    const faults: string[] = []
    for (const operation of guarded.filter(({ path }) => path !== 'operator/logout')) {
      for (const role of operatorRoles) {
        const { status, error } = await call(operation.path, operatorForm(operation), as(role))
        const isRefused = error === 'not-allowed'
        if (isRefused === mayCall(operation, role)) faults.push(`${operation.path} by ${role}: ${status} ${error}`)
        if (status >= 400 || error === 'invalid') faults.push(`${operation.path} by ${role}: ${status} ${error}`)
      }
    }
    expect(faults).toEqual([])
  })

  it('lies beside the customers’ API: an operator is a stranger there', async () => {
    const faults: string[] = []
    for (const { path } of operations.filter(({ access }) => access !== 'public')) {
      const { status, error } = await call(`api/${path}`, {}, as('lead'))
      if (status !== 408 || error !== 'not-logged-in') faults.push(`${path}: ${status} ${error}`)
    }
    expect(faults).toEqual([])
  })
})
