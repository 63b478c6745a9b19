import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Admission } from '../rate-limit/index.ts'
import { usualFormBytes } from './bodies.ts'
import { refuseAndClose } from './client-errors.ts'
import { admitCall } from './dispatch.ts'
import type { AdmissionRefusal, WireResponse } from './dispatch.ts'
import type { OriginRules } from './origin.ts'
import { arrivalOf, isMultipart } from './wire-call.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes files, which may take a minute to arrive. */
    readonly takesFiles?: boolean
  }
}

/**
 * Makes the hook of a route that admits its requests before their bodies are read. `admit` returns the refusal, or what
 * releases the network's slot: called once the response was sent, or its connection was lost.
 */
export function door<Refusal extends WireResponse | AdmissionRefusal>(
  admit: (request: FastifyRequest) => Refusal | (() => void),
  refuse: (refusal: Refusal, request: FastifyRequest, reply: FastifyReply) => unknown,
): onRequestHookHandler {
  return (request, reply, done) => {
    const admitted = admit(request)
    if (typeof admitted === 'function') {
      reply.raw.once('close', admitted)
      done()
      return
    }
    // A short body is drained, so that its sender receives the response. A long one is not worth the reading.
    if (!takesFilesOf(request) && bodyBytes(request) > usualFormBytes) reply.header('connection', 'close')
    refuse(admitted, request, reply)
  }
}

/** The door of a route outside the API, which is counted as `path`. */
export function doorOf(
  { admission, origins, path }: { readonly admission: Admission; readonly origins: OriginRules; readonly path: string },
  refuse: (refusal: AdmissionRefusal, request: FastifyRequest, reply: FastifyReply) => unknown,
): onRequestHookHandler {
  return door((request) => {
    const admitted = admitCall(admission, path, arrivalOf(request, origins))
    return admitted.ok ? admitted.value : admitted.error
  }, refuse)
}

/** Closes the connection of a request that does not arrive in full in time, unless its route takes files. */
export function limitArrival(request: FastifyRequest, reply: FastifyReply, arrivalMs: number): void {
  if (bodyBytes(request) === 0 || takesFilesOf(request)) return
  const { raw } = request
  const late = setTimeout(() => {
    if (reply.sent) raw.destroy()
    else refuseAndClose(raw.socket, 'malformed')
  }, arrivalMs)
  late.unref()
  raw.once('close', () => clearTimeout(late))
}

/**
 * Closes the connection of a long body once its refusal is sent. Node.js would read the rest to drop it, and thirty
 * megabytes a second of buffers make V8 collect garbage for 50 ms each second.
 */
export function dropLongBody(request: FastifyRequest, reply: FastifyReply): void {
  if (bodyBytes(request) <= usualFormBytes || takesFilesOf(request)) return
  const { raw } = request
  // Before the listener of Node.js, which begins to read.
  reply.raw.prependOnceListener('finish', () => {
    if (!raw.complete) raw.destroy()
  })
}

function takesFilesOf({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.takesFiles === true && isMultipart(headers['content-type'])
}

/** The announced length of a body. Infinite for one that does not say. */
function bodyBytes({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
}
