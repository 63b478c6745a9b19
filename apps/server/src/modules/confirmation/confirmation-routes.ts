import {
  operatorConfirmationBegin,
  operatorConfirmationGive,
  operatorPasskeyAdd,
  operatorPasskeyBegin,
  operatorPasskeys,
} from '@candor/api/operator'
import { route } from '../../platform/http/index.ts'
import type { Route } from '../../platform/http/index.ts'
import { ok } from '../../platform/result.ts'
import type { Confirmations } from './confirmation-service.ts'

/** Confirmations and passkeys as the console calls them. */
export function confirmationRoutes(confirmations: Confirmations): Route[] {
  return [
    route(operatorConfirmationBegin, (act, { operator, pageOrigin }) =>
      confirmations.begin(operator.secret, act, pageOrigin),
    ),
    route(operatorConfirmationGive, (form) => confirmations.give(form)),
    route(operatorPasskeys, async (_input, { operator }) =>
      ok({ items: await confirmations.passkeys(operator.secret) }),
    ),
    route(operatorPasskeyBegin, (_input, { operator, pageOrigin }) => confirmations.beginPasskey(operator, pageOrigin)),
    route(operatorPasskeyAdd, (form) => confirmations.addPasskey(form)),
  ]
}
