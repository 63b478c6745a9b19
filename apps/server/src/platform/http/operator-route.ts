import type { Language, RefusalName } from '@candor/api'
import type { OperatorInputOf, OperatorOperation, OperatorOutputOf, OperatorRefusalOf } from '@candor/api/operator'
import type { OperatorPrincipal } from '../operator-principal.ts'
import type { Result } from '../result.ts'
import type { FileContent } from './route.ts'

/** The context of a call without authentication. */
export interface StrangerCall {
  readonly requestId: string
  readonly lang: Language
  readonly ip: string
  /** The caller's device as it names itself, at most 200 characters. */
  readonly userAgent: string
}

/** The context of an operator's call. The secret is passed to the SQL function, which verifies it again. */
export interface OperatorCall extends StrangerCall {
  readonly operator: OperatorPrincipal & { readonly secret: string }
}

/** The refusals a handler may return: those its operation declares, and the common ones. */
type HandlerRefusal<O extends OperatorOperation> =
  | OperatorRefusalOf<O>
  | 'system-error'
  | 'system-timeout'
  | (O['roles'] extends 'public' ? never : 'not-logged-in' | 'not-allowed')

/** An operation of the operators with its handler, its types erased for the dispatcher. */
export interface OperatorRoute {
  readonly operation: OperatorOperation
  /** `file`: the value is the content of a file. */
  readonly answers: 'data' | 'file'
  handle(input: unknown, call: StrangerCall & Partial<OperatorCall>): Promise<Result<unknown, RefusalName>>
}

type Handler<O extends OperatorOperation, Value> = (
  input: OperatorInputOf<O>,
  call: OperatorCall,
) => Promise<Result<Value, HandlerRefusal<O>>>

/**
 * Binds an operation of the operators' API to its handler. The dispatcher has parsed the input and applied the gates of
 * `operation.roles` before the handler runs, and maps CO001 to CO004 of the SQL functions to their refusals.
 */
export function operatorRoute<const O extends OperatorOperation>(
  operation: O,
  handler: Handler<O, OperatorOutputOf<O>>,
): OperatorRoute {
  return {
    operation,
    answers: 'data',
    handle: (input, call) => handler(input as OperatorInputOf<O>, loggedIn(operation, call)),
  }
}

/** Binds an operation that returns a file (its output is `fileAnswer`). */
export function operatorFileRoute<const O extends OperatorOperation>(
  operation: O,
  handler: Handler<O, FileContent>,
): OperatorRoute {
  return {
    operation,
    answers: 'file',
    handle: (input, call) => handler(input as OperatorInputOf<O>, loggedIn(operation, call)),
  }
}

/** Binds an operation without authentication, such as logging in. */
export function publicOperatorRoute<const O extends OperatorOperation>(
  operation: O,
  handler: (input: OperatorInputOf<O>, call: StrangerCall) => Promise<Result<OperatorOutputOf<O>, HandlerRefusal<O>>>,
): OperatorRoute {
  return { operation, answers: 'data', handle: (input, call) => handler(input as OperatorInputOf<O>, call) }
}

function loggedIn(
  { path }: OperatorOperation,
  { operator, ...call }: StrangerCall & Partial<OperatorCall>,
): OperatorCall {
  if (operator === undefined) throw new Error(`${path} was dispatched without its login gate`)
  return { ...call, operator }
}
