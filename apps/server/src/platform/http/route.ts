import type { Readable } from 'node:stream'
import type { InputOf, Language, Operation, OutputOf, RefusalName, RefusalOf } from '@candor/api'
import type { Principal } from '../principal.ts'
import type { Result } from '../result.ts'

/** A handler's context besides its input. */
export interface Call {
  readonly requestId: string
  readonly lang: Language
  readonly ip: string
  /** The caller's device as it names itself, at most 200 characters. */
  readonly userAgent: string
  /** The origin of the page that calls, one of this site; null for a caller that is no page. */
  readonly pageOrigin: string | null
  readonly principal: Principal | null
}

/** A call with a valid token. */
export interface LoginCall extends Call {
  readonly principal: Principal
}

/** A file as a response. */
export interface FileContent {
  readonly contentType: string
  readonly body: Buffer | Readable
  /** The file name for saving; absent when the file is only displayed. */
  readonly name?: string
}

/** The refusals a handler may return: those its operation declares, and the common ones of its access. */
type HandlerRefusal<O extends Operation> =
  | RefusalOf<O>
  | 'frequent-operations'
  | 'system-error'
  | 'system-timeout'
  | (O['access'] extends 'public' ? never : 'account-disabled' | 'conflict')

type Handler<O extends Operation, Value = OutputOf<O>> = (
  input: InputOf<O>,
  call: LoginCall,
) => Promise<Result<Value, HandlerRefusal<O>>>

/** An operation with its handler, its types erased for the dispatcher. */
export interface Route {
  readonly operation: Operation
  /** `file`: the value is the content of a file. */
  readonly answers: 'data' | 'file'
  handle(input: unknown, call: Call): Promise<Result<unknown, RefusalName>>
}

/**
 * Binds an operation of the API to its handler. The dispatcher has parsed the input and applied the gates of
 * `operation.access` before the handler runs; for `public` operations `call.principal` may be absent: use
 * `publicRoute`.
 */
export function route<const O extends Operation>(operation: O, handler: Handler<O>): Route {
  return {
    operation,
    answers: 'data',
    handle: (input, call) => handler(input as InputOf<O>, loggedIn(operation, call)),
  }
}

/** Binds an operation that returns a file (its output is `fileAnswer`). */
export function fileRoute<const O extends Operation>(operation: O, handler: Handler<O, FileContent>): Route {
  return {
    operation,
    answers: 'file',
    handle: (input, call) => handler(input as InputOf<O>, loggedIn(operation, call)),
  }
}

function loggedIn({ path }: Operation, call: Call): LoginCall {
  if (call.principal === null) throw new Error(`${path} was dispatched without its login gate`)
  return { ...call, principal: call.principal }
}

/** Binds a public operation: the caller may be anonymous. */
export function publicRoute<const O extends Operation>(
  operation: O,
  handler: (input: InputOf<O>, call: Call) => Promise<Result<OutputOf<O>, HandlerRefusal<O>>>,
): Route {
  return { operation, answers: 'data', handle: (input, call) => handler(input as InputOf<O>, call) }
}
