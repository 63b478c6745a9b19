import * as z from 'zod/mini'
import { fieldErrorNames, responseEnvelope, invalidFields, jsonOf, refusalNames } from '@candor/api'
import type { FieldErrorName, RefusalName } from '@candor/api'

/** Why a call failed: a refusal defined by the API, or no readable response. */
export type CallError = RefusalName | 'network' | 'unreadable' | 'unknown'

export interface CallFailure {
  readonly ok: false
  readonly error: CallError
  /** The server's text in the customer's language, or the app's own text without one. */
  readonly msg: string
  /** The invalid fields by name, if `error` is `invalid` or the one fault of a field, such as `wrong-mobile`. */
  readonly fields: Readonly<Record<string, FieldErrorName>>
  /** The refusal's data, unparsed: its schema depends on the operation. */
  readonly data: unknown
  /** The server's request id, for support. */
  readonly reference: string | undefined
}

export type CallResult<Value> = { readonly ok: true; readonly value: Value; readonly msg: string } | CallFailure

/** A failed call as an exception, for a query cache. `failure` says why. */
export class CallFailed extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure) {
    super(failure.msg)
    this.name = 'CallFailed'
    this.failure = failure
  }
}

export interface ApiClientOptions {
  /** The prefix of the operations' paths: "https://api.example.com/api". */
  readonly base: string
  readonly fetch: typeof fetch
  readonly token: () => string | null
  readonly language: () => string
  /** Of a call that is no read. */
  readonly timeoutMs: number
  /** The app's texts for failures without a text from the server. */
  readonly texts: () => { readonly network: string; readonly unknown: string; readonly notLoggedIn: string }
  /** Called on HTTP 408: the token is missing or has expired. */
  readonly onNotLoggedIn: () => void
  /** Called without a response: no network, or a time-out. */
  readonly onNetworkFailure: () => void
  /** Called when the server refuses the account of the token as disabled. */
  readonly onAccountDisabled?: () => void
}

/** The part of an operation that a call needs, for customers' and operators' operations alike. */
export interface Called<Input extends z.core.$ZodType, Output extends z.core.$ZodType> {
  readonly path: string
  readonly remembersDevice?: boolean
  readonly staysInPlace?: boolean
  readonly clearsCache?: boolean
  readonly input: Input
  readonly output: Output
}

export type Call = <Input extends z.core.$ZodType, Output extends z.core.$ZodType>(
  operation: Called<Input, Output>,
  input: z.input<Input>,
  options?: { readonly signal?: AbortSignal },
) => Promise<CallResult<z.output<Output>>>

/** The time of a read, with all its tries. */
const readMs = 15_000
const firstPauseMs = 1_000
const longestPauseMs = 2_000

/**
 * Makes `call`: posts an operation's input as a form and parses the response by the operation's output schema. With a
 * `signal` it is a read of a query: repeated while there is no response, for 15 s in all, and reported once.
 */
export function createCall(options: ApiClientOptions): Call {
  return async (operation, input, { signal } = {}) => {
    const end = AbortSignal.timeout(signal ? readMs : options.timeoutMs)
    const either = signal ? AbortSignal.any([signal, end]) : end
    let response = await post(options, operation, input, either)
    for (let pauseMs = firstPauseMs; signal && pauseMs <= longestPauseMs; pauseMs *= 2) {
      if (response !== null || either.aborted) break
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      response = await post(options, operation, input, either)
    }
    if (response === null && !signal?.aborted) options.onNetworkFailure()
    return resultOf(options, operation, response)
  }
}

/** The result of a call: the response parsed by the operation's output schema. Null means no response. */
export function resultOf<Output extends z.core.$ZodType>(
  options: Pick<ApiClientOptions, 'texts' | 'onNotLoggedIn' | 'onAccountDisabled'>,
  operation: { readonly output: Output },
  response: RawResponse | null,
): CallResult<z.output<Output>> {
  if (response === null) return failure('network', options.texts().network)
  if (response.status === 408) {
    options.onNotLoggedIn()
    return failure('not-logged-in', options.texts().notLoggedIn)
  }
  const reference = response.reference
  const envelope = z.safeParse(responseEnvelope, response.body)
  if (!envelope.success) return failure('unreadable', options.texts().unknown, { reference })
  const { code, msg, error, data } = envelope.data
  if (error === 'account-disabled') options.onAccountDisabled?.()
  if (code !== 1) return refusal({ error, msg: msg || options.texts().unknown, data, reference })
  const output = z.safeParse(operation.output, data ?? null)
  if (!output.success) return failure('unreadable', options.texts().unknown, { reference })
  return { ok: true, value: output.data, msg }
}

/** Encodes an operation's input as a form: omits undefined and null values, writes nested values as JSON. */
export function encodeForm(input: unknown): URLSearchParams {
  const form = new URLSearchParams()
  if (typeof input !== 'object' || input === null) return form
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

/** A response with its body as unparsed JSON, or null if the body is not JSON. */
export interface RawResponse {
  readonly status: number
  readonly body: unknown
  readonly reference: string | undefined
}

async function post(
  options: ApiClientOptions,
  operation: Posted,
  input: unknown,
  signal: AbortSignal,
): Promise<RawResponse | null> {
  try {
    return await rawResponse(await postForm(options, operation, { input, signal }))
  } catch {
    // `fetch` rejects only without a response: the specification's network failure.
    return null
  }
}

/** The part of an operation that posting its form depends on. */
type Posted = Pick<
  Called<z.core.$ZodType, z.core.$ZodType>,
  'path' | 'remembersDevice' | 'clearsCache' | 'staysInPlace'
>

/**
 * Posts an operation's input as a form, with the token and the language. Cookies come along where the browser keeps
 * something by the response: that it has logged in, or which cell of the platform serves it.
 */
export function postForm(
  { base, token, language, fetch }: ApiClientOptions,
  { path, remembersDevice, clearsCache, staysInPlace }: Posted,
  { input, signal }: { readonly input: unknown; readonly signal: AbortSignal },
): Promise<Response> {
  const own = token()
  return fetch(`${base}/${path}`, {
    method: 'POST',
    headers: { lang: language(), ...(own === null ? {} : { token: own }) },
    body: encodeForm(input),
    credentials: own !== null || remembersDevice || clearsCache || staysInPlace ? 'include' : 'omit',
    signal,
  })
}

export async function rawResponse(response: Response): Promise<RawResponse> {
  const reference = response.headers.get('x-request-id') ?? undefined
  return { status: response.status, body: jsonOf(await response.text()), reference }
}

function refusal(answer: {
  error: string | undefined
  msg: string
  data: unknown
  reference: string | undefined
}): CallFailure {
  const fields = z.safeParse(invalidFields, answer.data)
  return failure(refusalName(answer.error), answer.msg, {
    reference: answer.reference,
    data: answer.data,
    ...(namesFields(answer.error) && fields.success ? { fields: fields.data } : {}),
  })
}

function namesFields(error: string | undefined): boolean {
  return error === 'invalid' || fieldErrorNames.some((name) => name === error)
}

/** A newer server may send a refusal that this build does not know; its text is shown anyway. */
function refusalName(error: string | undefined): CallError {
  return refusalNames.find((known) => known === error) ?? 'unknown'
}

function failure(
  error: CallError,
  msg: string,
  more: { reference?: string | undefined; fields?: CallFailure['fields']; data?: unknown } = {},
): CallFailure {
  return { ok: false, error, msg, fields: more.fields ?? {}, data: more.data ?? null, reference: more.reference }
}
