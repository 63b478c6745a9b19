import type { Readable } from 'node:stream'
import type { InputOf, Language, Operation, OutputOf, RefusalName, RefusalOf } from '@candor/api'
import type { DeviceCookie } from '../device-cookie.ts'
import type { OperatorPrincipal, Principal } from '../principal.ts'
import type { Result } from '../result.ts'

/** The origin of a call, known before its caller is. */
export interface CallOrigin {
  readonly requestId: string
  readonly lang: Language
  readonly ip: string
  /** The caller's device by its own description, at most 200 characters. */
  readonly userAgent: string
  /** The origin of the calling page, one of this site; null for a caller that is no page. */
  readonly pageOrigin: string | null
  /** What the caller's browser keeps of earlier logins. It is sent to the audience's login only. */
  readonly device: DeviceCookie
}

/** A customer's call. `principal` is null only on public operations. */
export interface Call<Caller = Principal | null> extends CallOrigin {
  readonly principal: Caller
}

/** A call of a customer who is logged in. */
export type LoginCall = Call<Principal>

/** An operator with the session's secret, which SQL functions verify again. */
export type Operator = OperatorPrincipal & { readonly secret: string }

/** An operator's call. `operator` is null only on public operations. */
export interface OperatorCall<Caller = Operator> extends CallOrigin {
  readonly operator: Caller
}

/** A file in a response. */
export interface FileContent {
  readonly contentType: string
  readonly body: Buffer | Readable
  /** The name under which a browser saves the file; none for a file that is only shown. */
  readonly name?: string
}

/** The call that the handler of an operation receives. */
type HandlerCall<O extends Operation> = O['audience'] extends 'customer'
  ? Call<O['access'] extends 'public' ? Principal | null : Principal>
  : OperatorCall<O['access'] extends 'public' ? Operator | null : Operator>

/** The value that a handler returns: the operation's data, or a file where its output is `fileOutput`. */
type HandlerValue<O extends Operation> = [OutputOf<O>] extends [File] ? FileContent : OutputOf<O>

/** Refusals that a handler may return: those of its operation, and the general ones of its audience and access. */
type HandlerRefusal<O extends Operation> =
  | RefusalOf<O>
  | 'frequent-operations'
  | 'system-error'
  | 'system-timeout'
  | (O['access'] extends 'public' ? never : AccessRefusal<O['audience']>)

type AccessRefusal<Audience> = Audience extends 'customer'
  ? 'account-disabled' | 'conflict'
  : 'not-logged-in' | 'not-allowed'

/** An operation with its handler. The types of both are erased for the dispatcher. */
export interface Route {
  readonly operation: Operation
  handle(input: unknown, call: Call | OperatorCall<Operator | null>): Promise<Result<unknown, RefusalName>>
}

/**
 * Binds an operation to its handler. The dispatcher has applied every gate of `operation.access` and parsed the input
 * before the handler runs, so both casts hold.
 */
export function route<const O extends Operation>(
  operation: O,
  handler: (input: InputOf<O>, call: HandlerCall<O>) => Promise<Result<HandlerValue<O>, HandlerRefusal<O>>>,
): Route {
  return { operation, handle: (input, call) => handler(input as InputOf<O>, call as HandlerCall<O>) }
}
