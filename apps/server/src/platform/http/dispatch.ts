import { fileOutput } from '@candor/api'
import type { FieldErrorName, Language, Operation, RefusalName } from '@candor/api'
import { safeParse } from 'zod/mini'
import { knownFieldsLogger } from '../logger.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Admission } from '../rate-limit/index.ts'
import { ok, refuse } from '../result.ts'
import type { Refused, Result } from '../result.ts'
import type { Audience } from './audience.ts'
import { fieldErrors } from './field-errors.ts'
import { isStorable } from './storable-form.ts'
import type { CallOrigin, FileContent, Route } from './route.ts'
import { refusalText, successText } from './texts.ts'

/** The parts of the server that the dispatcher uses for every audience. */
export interface DispatchDependencies {
  readonly logger: Logger
  readonly metrics: Metrics
  readonly nowMs: () => number
  /** A keyed hash of the caller's network: lines of one network can be found together, and not what it is. */
  readonly networkTag: (ip: string) => string
}

/** A call as read from a request that has been admitted. */
export interface WireCall extends CallOrigin {
  readonly token: string | undefined
  /** The country of the caller's address by two letters, as a trusted proxy names it; null where none does. */
  readonly country: string | null
  readonly body: unknown
  /** Reads a form with files, instead of `body`. Called after the gates, so that a stranger's upload is never read. */
  readonly readForm?: () => Promise<Result<object, 'malformed' | 'invalid' | 'frequent-operations' | 'system-timeout'>>
}

/** A response as it goes onto the wire. */
export interface WireResponse {
  readonly status: number
  readonly body: { code: 0 | 1; msg: string; error?: RefusalName; data: unknown }
  /** Sent instead of the body. */
  readonly file?: FileContent
  /** Set where an operation shows more to a known caller, and its token is that of none. */
  readonly isTokenUnknown?: true
}

/** Serves the calls of an audience, in two steps: what is known before the body, and the rest. */
export interface Dispatch {
  /** Applies the gates before the body is read. Returns the refusal, or what releases the network's slot. */
  admit(route: Route, arrival: ArrivingCall): WireResponse | (() => void)
  /** Serves an admitted call. */
  serve(route: Route, wire: WireCall): Promise<WireResponse>
}

/** Why a call is refused before its body is read. */
export type AdmissionRefusal = 'foreign-origin' | 'frequent-operations'

/** A request whose body has not been read, as far as its limits depend on it. */
export interface Arrival {
  readonly ip: string
  /** Whether the calling page is none of the audience's own. */
  readonly isForeignPage: boolean
}

/**
 * The gates before the body of a call is read, so that a flooding network costs neither memory nor parsing: the calling
 * page, the network's calls in progress, its rate. They come before the token is looked up, too: guessing tokens must
 * cost the guesser's network, not the database. Returns a function that releases the network's slot.
 */
export function admitCall(
  { enterNetwork, admitNetwork }: Pick<Admission, 'enterNetwork' | 'admitNetwork'>,
  path: string,
  { ip, isForeignPage }: Arrival,
): Result<() => void, AdmissionRefusal> {
  if (isForeignPage) return refuse('foreign-origin')
  // Caps in-flight calls per network, so a flooding client queues behind itself only.
  const leave = enterNetwork(ip)
  if (leave === null) return refuse('frequent-operations')
  if (admitNetwork(ip, path)) return ok(leave)
  leave()
  return refuse('frequent-operations')
}

/** What the line of a call tells about its caller. */
interface LoggedCall extends Pick<CallOrigin, 'requestId' | 'ip'> {
  /** Of the session, where the call has one. */
  readonly callerId?: bigint | undefined
}

/** A call whose body has not been read. */
export type ArrivingCall = Arrival & Pick<CallOrigin, 'requestId' | 'lang'>

/**
 * Creates the dispatcher of an audience. Every call passes the same steps in the same order. Before its body is read:
 * foreign page, the network's calls in progress, the network's rate. After: country, session (HTTP 408), the caller's
 * state, the caller's rate, access, form, the form's schema, the access that only a valid form needs, handler, error
 * boundary, metrics, log. Refusals are values; an unexpected error is logged and returned as `system-error` with the
 * request id.
 */
export function createDispatch<Caller>(audience: Audience<Caller>, deps: DispatchDependencies): Dispatch {
  const callLogger = knownFieldsLogger(deps.logger)
  const record = ({ operation: { path } }: Route, call: LoggedCall, startedMs: number, response: WireResponse) => {
    const outcome = response.body.error ?? 'ok'
    const elapsedMs = deps.nowMs() - startedMs
    deps.metrics.requests.inc({ path, outcome })
    deps.metrics.requestSeconds.observe({ path }, elapsedMs / 1000)
    const { requestId, ip, callerId } = call
    const network = deps.networkTag(ip)
    callLogger.info({ requestId, path, outcome, elapsedMs, network, [audience.name]: callerId?.toString() }, 'call')
    return response
  }
  return {
    admit(route, arrival) {
      const startedMs = deps.nowMs()
      const admitted = admitCall(audience.admission, route.operation.path, arrival)
      if (admitted.ok) return admitted.value
      return record(route, arrival, startedMs, refused(admitted.error, arrival.lang))
    },
    async serve(route, wire) {
      const startedMs = deps.nowMs()
      let callerId: bigint | undefined
      const onCaller = (caller: Caller) => {
        callerId = audience.idOf(caller)
      }
      const response = await respond(route, wire, audience, { logger: deps.logger, onCaller })
      return record(route, { requestId: wire.requestId, ip: wire.ip, callerId }, startedMs, response)
    },
  }
}

async function respond<Caller>(
  route: Route,
  wire: WireCall,
  audience: Audience<Caller>,
  { logger, onCaller }: { readonly logger: Logger; readonly onCaller: (caller: Caller) => void },
): Promise<WireResponse> {
  try {
    const gated = await passGates(route.operation, wire, audience, onCaller)
    if (!gated.ok) return refused(gated.error, wire.lang, gated.data)
    const { input, caller } = gated.value
    const result = await route.handle(input, audience.callOf(originOf(wire), caller))
    const isTokenUnknown = route.operation.readsToken === true && wire.token !== undefined && caller === null
    const response = result.ok
      ? accepted(route.operation, result.value, wire.lang)
      : refused(result.error, wire.lang, result.data)
    return isTokenUnknown ? { ...response, isTokenUnknown } : response
  } catch (error) {
    const refusal = audience.refusalOf(error)
    return refusal === null ? failed(route.operation, wire, logger, error) : refused(refusal, wire.lang)
  }
}

async function passGates<Caller>(
  operation: Operation,
  wire: WireCall,
  audience: Audience<Caller>,
  onCaller: (caller: Caller) => void,
): Promise<Result<{ input: unknown; caller: Caller | null }, RefusalName>> {
  const { gates } = audience
  if (servesByCountry(operation) && !audience.servesCountry(wire.country)) return refuse('country-not-served')
  const needsLogin = operation.access !== 'public'
  const looksUp = needsLogin || operation.readsToken === true
  const caller = looksUp && wire.token !== undefined ? await audience.authenticate(wire.token) : null
  if (caller !== null) onCaller(caller)
  if (needsLogin && caller === null) return refuse('not-logged-in')
  const apply = (gate: Audience<Caller>['gates']['caller']) => (caller === null ? null : gate(operation, caller))
  const early = apply(gates.caller) ?? apply(withinLimit(audience)) ?? apply(gates.access)
  if (early !== null) return refuse(early)
  const form = await formOf(wire)
  if (!form.ok) return form
  const parsed = safeParse(operation.input, form.value)
  if (!parsed.success) return invalidForm(operation, fieldErrors(parsed.error.issues))
  const late = apply(gates.form)
  return late === null ? ok({ input: parsed.data, caller }) : refuse(late)
}

/** Operations that begin business list the refusal; the others, withdrawing among them, stay open. */
const servesByCountry = ({ refusals }: Operation) => refusals.includes('country-not-served')

/** A form whose only fault has a refusal of its own, such as `wrong-mobile`, gets that; any other one is `invalid`. */
function invalidForm({ refusals }: Operation, fields: Record<string, FieldErrorName>): Refused<RefusalName> {
  const [fault, ...others] = new Set<string>(Object.values(fields))
  return refuse(refusals.find((name) => name === fault && others.length === 0) ?? 'invalid', fields)
}

function withinLimit<Caller>({ admission, idOf }: Audience<Caller>): Audience<Caller>['gates']['caller'] {
  return (_operation, caller) => (admission.admitCaller(idOf(caller)) ? null : 'frequent-operations')
}

/** The form of a call. Files are only read here, after the gates. */
async function formOf({ body, readForm }: WireCall): Promise<Result<object, RefusalName>> {
  const form = readForm === undefined ? plainForm(body) : await readForm()
  return form.ok && !isStorable(form.value) ? refuse('malformed') : form
}

function plainForm(body: unknown): Result<object, 'malformed'> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? ok(body) : refuse('malformed')
}

function originOf({ requestId, lang, ip, userAgent, pageOrigin, device }: WireCall): CallOrigin {
  return { requestId, lang, ip, userAgent, pageOrigin, device }
}

function accepted({ output, success }: Operation, value: unknown, lang: Language): WireResponse {
  if (output === fileOutput) return { status: 200, body: { code: 1, msg: '', data: null }, file: value as FileContent }
  const msg = success === undefined ? '' : successText(success, lang)
  return { status: 200, body: { code: 1, msg, data: value ?? null } }
}

const statusOf: Partial<Record<RefusalName, number>> = {
  'not-logged-in': 408,
  'frequent-operations': 429,
  malformed: 400,
  'foreign-origin': 403,
}

/** The response to a refused call, with its text in a language. */
export function refused(error: RefusalName, lang: Language, data: unknown = null): WireResponse {
  return { status: statusOf[error] ?? 200, body: { code: 0, msg: refusalText(error, lang), error, data: data ?? null } }
}

const queryCanceled = '57014'

function failed({ path }: Operation, { requestId, lang }: WireCall, logger: Logger, error: unknown): WireResponse {
  const isTimeout = typeof error === 'object' && error !== null && 'code' in error && error.code === queryCanceled
  logger.error({ requestId, path, err: error }, 'a call failed')
  const { body } = refused(isTimeout ? 'system-timeout' : 'system-error', lang, { requestId })
  return { status: 500, body }
}
