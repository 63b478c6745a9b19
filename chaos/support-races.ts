import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { logInOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { openChat, openChatLogin } from '../apps/server/src/modules/support/testing/chat-client.ts'
import { atOnce, one, outcomes, strangers, successes } from './race.ts'
import type { Race } from './race.ts'
import { formBody } from './wire-world.ts'

const conversationsSchema = z.object({ items: z.array(z.object({ id: z.string() })) })
const messageSchema = z.object({ seq: z.int() })

/** The same agent reply sent repeatedly: one message, named by every response, and shown to the customer once. */
export const sameAnswer: Race = async (world, token, requests) => {
  const name = `agent-${randomUUID().slice(0, 8)}`
  const agent = await logInOperator({ owner: world.owner, app: world.owner }, { name, roles: ['support'] })
  const call = (path: string, form: Record<string, string>) =>
    world.postOperator(`operator/${path}`, formBody(form), agent.secret)
  const customer = await openChat(world.origin, await openChatLogin(world.origin, token))
  try {
    await call('support_duty', { isOnDuty: 'true' })
    const { seq } = await customer.say(`race ${name}`)
    const id =
      z.parse(conversationsSchema, (await call('support_list', { text: `race ${name}` })).data).items[0]?.id ?? ''
    await call('support_claim', { id })
    const clientId = randomUUID()
    const answers = await atOnce(requests, () => call('support_send', { id, clientId, text: 'Once' }))
    const last = z.parse(messageSchema, (await call('support_send', { id, clientId: randomUUID(), text: 'Last' })).data)
    const shown: number[] = []
    while (shown.at(-1) !== last.seq) shown.push((await customer.next('message')).seq)
    const expected = Array.from({ length: last.seq - seq }, (_, index) => seq + 1 + index)
    const failures = [
      ...strangers(answers, []),
      ...one(
        'answers were acknowledged',
        new Set(successes(answers).map((data) => String(z.parse(messageSchema, data).seq))),
      ),
      ...(shown.join() === expected.join()
        ? []
        : [`the customer was shown ${shown.join()} instead of ${expected.join()}`]),
    ]
    return { name: 'races-same-answer', size: requests, failures, figures: outcomes(answers) }
  } finally {
    customer.close()
  }
}
