import { isStorableText } from '@candor/api'
import type { Language, RefusalName } from '@candor/api'
import { safeParse } from 'zod/mini'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { Principal } from '../principal.ts'
import type { Admission } from '../rate-limit/index.ts'
import { ok, refuse } from '../result.ts'
import type { Result } from '../result.ts'
import { fieldErrors } from './field-errors.ts'
import type { Call, FileContent, Route } from './route.ts'
import { refusalText, successText } from './texts.ts'

/** The dispatcher's dependencies. */
export interface DispatchDependencies {
  /** The customer behind a token, or null for a token that is unknown, revoked or expired. */
  authenticate(token: string): Promise<Principal | null>
  /** The limits of networks and customers. */
  readonly admission: Admission
  readonly logger: Logger
  /** Logs one line per call, with known fields only. */
  readonly callLogger: Logger
  readonly metrics: Metrics
  readonly nowMs: () => number
}

/** A call as received from the wire. */
export interface WireCall {
  readonly token: string | undefined
  readonly lang: Language
  readonly ip: string
  readonly userAgent: string
  readonly pageOrigin?: string | undefined
  readonly requestId: string
  readonly body: unknown
  /** Reads a form with files, once the gates are passed: a stranger's upload is never taken in. Instead of `body`. */
  readonly readForm?: () => Promise<Result<object, 'malformed' | 'invalid' | 'frequent-operations' | 'system-timeout'>>
}

/** A response as sent on the wire. */
export interface WireAnswer {
  readonly status: number
  readonly body: { code: 0 | 1; msg: string; error?: RefusalName; data: unknown }
  /** Sent instead of the body. */
  readonly file?: FileContent
}

/**
 * Handles one call: flood gates of the network, login gate (HTTP 408, before any effect), disabled and flood gates of
 * the customer, reading and parsing the form, verification gate, handler. Refusals are values; a server error is logged
 * and answered with `system-error` and the request id.
 */
export async function dispatch(route: Route, wire: WireCall, deps: DispatchDependencies): Promise<WireAnswer> {
  const startedMs = deps.nowMs()
  const answer = await serve(route, wire, deps)
  const { path } = route.operation
  deps.metrics.requests.inc({ path, outcome: answer.body.error ?? 'ok' })
  const elapsedMs = deps.nowMs() - startedMs
  deps.metrics.requestSeconds.observe({ path }, elapsedMs / 1000)
  deps.callLogger.info({ requestId: wire.requestId, path, outcome: answer.body.error ?? 'ok', elapsedMs }, 'call')
  return answer
}

async function serve(route: Route, wire: WireCall, deps: DispatchDependencies): Promise<WireAnswer> {
  // Caps in-flight calls per network, so a flooding client queues behind itself only.
  const leave = deps.admission.enterNetwork(wire.ip)
  if (leave === null) return refused('frequent-operations', wire.lang)
  try {
    const gated = await passGates(route, wire, deps)
    if (!gated.ok) return refused(gated.error, wire.lang, gated.data)
    const result = await route.handle(gated.value.input, gated.value.call)
    if (!result.ok) return refused(result.error, wire.lang, result.data)
    const { success } = route.operation
    if (route.answers === 'file')
      return { status: 200, body: { code: 1, msg: '', data: null }, file: result.value as FileContent }
    return {
      status: 200,
      body: { code: 1, msg: success === undefined ? '' : successText(success, wire.lang), data: result.value ?? null },
    }
  } catch (fault) {
    return faultAnswer(route.operation.path, wire, deps.logger, fault)
  } finally {
    leave()
  }
}

type Gated = Result<{ input: unknown; call: Call }, RefusalName>

async function passGates(route: Route, wire: WireCall, deps: DispatchDependencies): Promise<Gated> {
  const { operation } = route
  // Before the token is looked up: guessing tokens must cost the guesser's network, not the database.
  if (!deps.admission.admitNetwork(wire.ip, operation.path)) return refuse('frequent-operations')
  const needsLogin = operation.access !== 'public'
  const looksUp = needsLogin || operation.readsToken === true
  const principal = wire.token !== undefined && looksUp ? await deps.authenticate(wire.token) : null
  if (needsLogin && principal === null) return refuse('not-logged-in')
  if (principal !== null && !principal.isEnabled && operation.servesDisabled !== true) return refuse('account-disabled')
  if (principal !== null && !deps.admission.admitCustomer(principal.customerId)) return refuse('frequent-operations')
  const form = await formOf(wire)
  if (!form.ok) return form
  const parsed = safeParse(operation.input, form.value)
  if (!parsed.success) return refuse('invalid', fieldErrors(parsed.error.issues))
  if (operation.access === 'verified' && principal?.kycState === 'none') return refuse('kyc-not-completed')
  if (operation.access === 'verified' && principal?.kycState !== 'verified') return refuse('kyc-not-passed')
  const { requestId, lang, ip, userAgent, pageOrigin = null } = wire
  return { ok: true, value: { input: parsed.data, call: { requestId, lang, ip, userAgent, pageOrigin, principal } } }
}

/** The form of a call. Files are only read here, once the gates are passed. */
export async function formOf({ body, readForm }: WireCall): Promise<Result<object, RefusalName>> {
  const form = readForm === undefined ? plainForm(body) : await readForm()
  return form.ok && !isStorable(form.value) ? refuse('malformed') : form
}

function plainForm(body: unknown): Result<object, 'malformed'> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? ok(body) : refuse('malformed')
}

/** Whether a database stores every text of a form. Walks without recursion: JSON may be deep. */
function isStorable(form: object): boolean {
  const left: unknown[] = Object.values(form)
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && !isStorableText(value)) return false
    if (isNested(value)) for (const part of Object.values(value)) left.push(part)
  }
  return true
}

/** A list or an object of JSON; not a file. */
function isNested(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype
}

const statusOf: Partial<Record<RefusalName, number>> = {
  'not-logged-in': 408,
  'frequent-operations': 429,
  malformed: 400,
  'foreign-origin': 403,
}

/** The wire form of a refusal in a language. */
export function refused(error: RefusalName, lang: Language, data: unknown = null): WireAnswer {
  return { status: statusOf[error] ?? 200, body: { code: 0, msg: refusalText(error, lang), error, data: data ?? null } }
}

const queryCanceled = '57014'

/** Logs a server error and returns the response with the request's id. */
export function faultAnswer(path: string, { requestId, lang }: WireCall, logger: Logger, fault: unknown): WireAnswer {
  const isTimeout = typeof fault === 'object' && fault !== null && 'code' in fault && fault.code === queryCanceled
  logger.error({ requestId, path, err: fault }, 'a call failed')
  const { body } = refused(isTimeout ? 'system-timeout' : 'system-error', lang, { requestId })
  return { status: 500, body }
}
