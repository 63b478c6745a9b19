import type { RefusalName } from '@candor/api'
import type { FastifyInstance } from 'fastify'
import { safeParse } from 'zod/mini'
import type { Logger } from '../logger.ts'
import { knownFieldsLogger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { OperatorPrincipal } from '../operator-principal.ts'
import { operatorRefusal } from '../operator-refusal.ts'
import type { Admission } from '../rate-limit/index.ts'
import { ok, refuse } from '../result.ts'
import type { Result } from '../result.ts'
import { faultAnswer, formOf, refused } from './dispatch.ts'
import type { WireAnswer, WireCall } from './dispatch.ts'
import { fieldErrors } from './field-errors.ts'
import type { OperatorCall, OperatorRoute, StrangerCall } from './operator-route.ts'
import type { OriginRules } from './origin.ts'
import type { FileContent } from './route.ts'
import { fileFieldsOf, uploadReader } from './uploads.ts'
import { isFromForeignPage, send, sendFile, wireCallOf } from './wire-call.ts'

/** The operators' API's dependencies. */
export interface OperatorApi {
  readonly routes: readonly OperatorRoute[]
  /**
   * The operator of a session secret, or null when it is unknown, ended or expired. Customers' tokens are unknown here.
   */
  authenticate(secret: string): Promise<OperatorPrincipal | null>
  /** The limits of networks and operators, counted apart from the customers'. */
  readonly admission: Admission
  readonly origins: OriginRules
  readonly logger: Logger
  readonly metrics: Metrics
  readonly nowMs: () => number
}

interface Served {
  readonly outcome: RefusalName | 'ok'
  readonly answer: WireAnswer | FileContent
}

/** Serves the operators' operations, each under its own path. Pages of the app's own origins count as foreign here. */
export function addOperatorApi(server: FastifyInstance, api: OperatorApi): void {
  const readUpload = uploadReader()
  const callLogger = knownFieldsLogger(api.logger)
  for (const route of api.routes) {
    const { path } = route.operation
    const fileFields = fileFieldsOf(route.operation)
    server.post(`/${path}`, async (request, reply) => {
      const startedMs = api.nowMs()
      const wire = wireCallOf(request, fileFields, readUpload)
      const { outcome, answer } = isFromForeignPage(request, api.origins)
        ? refusedAs('foreign-origin', wire)
        : await serve(route, wire, api)
      const elapsedMs = api.nowMs() - startedMs
      api.metrics.requests.inc({ path, outcome })
      api.metrics.requestSeconds.observe({ path }, elapsedMs / 1000)
      callLogger.info({ requestId: wire.requestId, path, outcome, elapsedMs }, 'call')
      return 'contentType' in answer ? sendFile(reply, answer) : send(reply, answer)
    })
  }
}

async function serve(route: OperatorRoute, wire: WireCall, api: OperatorApi): Promise<Served> {
  const leave = api.admission.enterNetwork(wire.ip)
  if (leave === null) return refusedAs('frequent-operations', wire)
  try {
    const gated = await passGates(route, wire, api)
    if (!gated.ok) return refusedAs(gated.error, wire, gated.data)
    const result = await route.handle(gated.value.input, gated.value.call)
    if (!result.ok) return refusedAs(result.error, wire, result.data)
    if (route.answers === 'file') return { outcome: 'ok', answer: result.value as FileContent }
    return { outcome: 'ok', answer: { status: 200, body: { code: 1, msg: '', data: result.value ?? null } } }
  } catch (fault) {
    const refusal = operatorRefusal(fault)
    if (refusal !== null) return refusedAs(refusal, wire)
    const answer = faultAnswer(route.operation.path, wire, api.logger, fault)
    return { outcome: answer.body.error ?? 'system-error', answer }
  } finally {
    leave()
  }
}

function refusedAs(outcome: RefusalName, { lang }: WireCall, data?: unknown): Served {
  return { outcome, answer: refused(outcome, lang, data) }
}

type Gated = Result<{ input: unknown; call: StrangerCall & Partial<OperatorCall> }, RefusalName>

async function passGates({ operation }: OperatorRoute, wire: WireCall, api: OperatorApi): Promise<Gated> {
  const { path, roles } = operation
  // Before the secret is looked up: guessing must cost the guesser's network, not the database.
  if (!api.admission.admitNetwork(wire.ip, path)) return refuse('frequent-operations')
  const { requestId, lang, ip, userAgent, token: secret } = wire
  const principal = roles === 'public' || secret === undefined ? null : await api.authenticate(secret)
  if (roles !== 'public') {
    if (principal === null) return refuse('not-logged-in')
    if (!api.admission.admitCustomer(principal.operatorId)) return refuse('frequent-operations')
    if (roles !== 'any' && !roles.some((role) => principal.roles.includes(role))) return refuse('not-allowed')
  }
  const form = await formOf(wire)
  if (!form.ok) return form
  const parsed = safeParse(operation.input, form.value)
  if (!parsed.success) return refuse('invalid', fieldErrors(parsed.error.issues))
  const call = { requestId, lang, ip, userAgent }
  return ok({
    input: parsed.data,
    call: principal === null || secret === undefined ? call : { ...call, operator: { ...principal, secret } },
  })
}
