import { invitePublished } from '@candor/api'
import { operatorPublishedCodes, operatorPublishedCodeWithdraw } from '@candor/api/operator'
import type { PublishedCodeView } from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok, refuse } from '../../platform/result.ts'
import type { Database } from '../../platform/transaction.ts'
import { createProposals } from '../operator/index.ts'
import { newInviteCode } from '../identity/index.ts'
import { proposeCode, publishedCodes, readPublishedCode, withdrawCode } from './published-code-store.ts'

/** Longer than any customer's. */
const codeLength = 8

/** The invitation code that the registration offers to everybody, which two operators publish. */
export function publishedCodeRoutes(pool: Database): Route[] {
  const proposals = createProposals(pool, publishedCodes, (code): PublishedCodeView => code)
  return [
    route(invitePublished, async () => ok({ inviteCode: await readPublishedCode(pool) })),
    route(operatorPublishedCodes.list, proposals.handlers.list),
    route(operatorPublishedCodes.propose, async ({ note }, { operator }) =>
      ok(await proposals.read(await proposeCode(pool, operator.secret, { code: newInviteCode(codeLength), note }))),
    ),
    route(operatorPublishedCodes.confirm, proposals.handlers.confirm),
    route(operatorPublishedCodes.reject, proposals.handlers.reject),
    route(operatorPublishedCodeWithdraw, async ({ id, note }, { operator }) =>
      (await withdrawCode(pool, operator.secret, BigInt(id), note))
        ? ok(await proposals.read(BigInt(id)))
        : refuse('not-found'),
    ),
  ]
}
