import { AsyncLocalStorage } from 'node:async_hooks'
import type * as Api from '@opentelemetry/api'
import type { Span as OpenSpan, SpanContext, Tracer } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'

/** A span that others may be parts of. */
export type Span = SpanContext

/** What a span says beside its name and times. It names no customer. */
interface SpanFacts {
  readonly attributes?: Readonly<Record<string, string | number>>
  /** The calls that a batch serves: it belongs to the first of them, and is linked to the others. */
  readonly of?: readonly (Span | null)[]
}

interface Running {
  readonly api: typeof Api
  readonly tracer: Tracer
}

let running: Running | null = null
const current = new AsyncLocalStorage<OpenSpan>()

/** Where spans go, and one call in how many has them. */
interface TracingOptions {
  /** Address of an OTLP receiver over HTTP, such as `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string
  /** From 0 to 1. */
  readonly share: number
  readonly version: string
  /** In place of the receiver, for tests. */
  readonly exporter?: SpanExporter
}

/**
 * Switches spans on for this process, and returns what sends the last ones and switches them off. The library is loaded
 * here, so a process without spans never loads it.
 */
export async function startTracing({ url, share, version, exporter }: TracingOptions): Promise<() => Promise<void>> {
  const [api, sdk, otlp] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const provider = new sdk.TracerProvider({
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: exporter ?? new otlp.OTLPTraceExporter({ url }) })],
  })
  running = { api, tracer: provider.getTracer('candor', version) }
  return async () => {
    running = null
    await provider.shutdown()
  }
}

/** The span that this work is part of, where it is recorded. */
export function currentSpan(): Span | null {
  const span = running === null ? undefined : current.getStore()
  return span?.isRecording() === true ? span.spanContext() : null
}

/** Runs work as a span of a call: the first of its trace. What callers send about traces of their own is ignored. */
export function tracedCall<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (running === null) return work()
  return inSpan(running, running.tracer.startSpan(name, { kind: running.api.SpanKind.SERVER, root: true }), work)
}

/** Runs work as a part of the current span, or of the calls that it serves; without any of them, it has none. */
export function traced<T>(name: string, work: () => Promise<T>, { attributes = {}, of }: SpanFacts = {}): Promise<T> {
  if (running === null) return work()
  const [parent, ...others] = (of ?? [currentSpan()]).filter((context) => context !== null)
  // A batch may run where an earlier call left off, whose span is none of its business.
  if (parent === undefined) return current.exit(work)
  const { api, tracer } = running
  const links = others.map((context) => ({ context }))
  const context = api.trace.setSpanContext(api.ROOT_CONTEXT, parent)
  return inSpan(running, tracer.startSpan(name, { attributes, links }, context), work)
}

async function inSpan<T>({ api }: Running, span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work)
  } catch (error) {
    // The message may hold what a customer sent.
    span.setStatus({ code: api.SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
    throw error
  } finally {
    span.end()
  }
}
