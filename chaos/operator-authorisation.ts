import { operations } from '@candor/api'
import { operatorOperations, operatorRoles } from '@candor/api/operator'
import { logInOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { operatorForm } from '../apps/server/test/operator-forms.ts'
import { soundForm } from './sound-forms.ts'
import type { Finding } from './trial.ts'
import { formBody } from './wire-world.ts'
import type { WireAnswer, WireWorld } from './wire-world.ts'

/** A token, and its description. */
export interface Stranger {
  readonly name: string
  readonly token: string | null
}

/**
 * The operators' API called with foreign tokens, and the customers' API called by an operator with every role: each is
 * unknown to the other.
 */
export async function tryAcross(world: WireWorld, strangers: readonly Stranger[]): Promise<Finding> {
  const failures: string[] = []
  let size = 0
  const refused = async (where: string, answer: Promise<WireAnswer>) => {
    size += 1
    const { status, error, data } = await answer
    if (status !== 408 || error !== 'not-logged-in')
      failures.push(`${where}: answered ${status} ${error ?? 'ok'}, not not-logged-in`)
    if (data !== null) failures.push(`${where}: carries data`)
  }
  const operator = await logInOperator(
    { owner: world.owner, app: world.owner },
    { name: 'everything', roles: operatorRoles },
  )
  const before = await world.effects()
  for (const operation of operatorOperations.filter(({ access }) => access !== 'public'))
    for (const { name, token } of strangers)
      await refused(
        `${operation.path} by ${name}`,
        world.postOperator(operation.path, formBody(operatorForm(operation)), token),
      )
  for (const { path } of operations.filter(({ access }) => access !== 'public'))
    await refused(
      `${path} by an operator`,
      world.post(path, formBody(path === 'contract/buy' ? world.buyForm() : soundForm(path)), operator.secret),
    )
  if ((await world.effects()) !== before) failures.push('what was refused had an effect')
  return {
    name: 'authorisation-across',
    size,
    failures,
    figures: { operatorOperations: operatorOperations.length, strangers: strangers.length },
  }
}
