import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** Every metric of the process, by role. Names follow the Prometheus conventions. */
export interface Metrics {
  readonly registry: Registry
  readonly requests: Counter<'path' | 'outcome'>
  readonly requestSeconds: Histogram<'path'>
  readonly sockets: Gauge
  readonly conflatedFrames: Counter
  readonly droppedSockets: Counter
  readonly framesPublished: Gauge
  readonly frameLagSeconds: Histogram
  /** Slots without a frame, counted when the next frame comes. */
  readonly framesMissing: Counter
  readonly ordersPlaced: Counter<'outcome'>
  readonly orderSeconds: Histogram
  readonly ordersSettled: Counter<'result' | 'void_reason'>
  readonly ordersOverdue: Gauge
  readonly ledgerMismatches: Gauge
  readonly withdrawalsOverdue: Gauge
  readonly chainPolledSeconds: Gauge<'chain'>
  readonly feedTicks: Counter<'source' | 'outcome'>
  /** 1 for the state that a live source is in, 0 for the others. */
  readonly feedSourceState: Gauge<'source' | 'state'>
  readonly feedSourceTickSeconds: Gauge<'source'>
  readonly feedSourceFaults: Counter<'source' | 'fault'>
  readonly logSize: Gauge<'log'>
  readonly logLagSeconds: Gauge<'log'>
  readonly logSignedSeconds: Gauge<'log'>
  readonly witnesses: Gauge
  readonly witnessRequests: Counter<'witness' | 'log' | 'outcome'>
  /** 1 while an alarm of that name is raised. */
  readonly alarms: Gauge<'name'>
}

/** The usual 10 ms would wake an idle process a hundred times a second. */
const loopSampleMs = 50

/** Creates and registers the metrics of this process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopSampleMs })
  const registers = [registry]
  return {
    registry,
    requests: new Counter({
      name: 'candor_requests_total',
      help: 'API calls by path and outcome',
      labelNames: ['path', 'outcome'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'candor_request_seconds',
      help: 'Duration of an API call',
      labelNames: ['path'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    sockets: new Gauge({ name: 'candor_sockets', help: 'Open sockets', registers }),
    conflatedFrames: new Counter({
      name: 'candor_frames_conflated_total',
      help: 'Frames merged for slow sockets',
      registers,
    }),
    droppedSockets: new Counter({
      name: 'candor_sockets_dropped_total',
      help: 'Sockets closed for being too slow',
      registers,
    }),
    ...marketMetrics(registers),
    ...logMetrics(registers),
  }
}

/** Metrics of the market, the ledger and its orders. */
function marketMetrics(registers: Registry[]) {
  return {
    framesPublished: new Gauge({ name: 'candor_frame_slot', help: 'Slot of the newest published frame', registers }),
    frameLagSeconds: new Histogram({
      name: 'candor_frame_lag_seconds',
      help: 'Time from the end of a slot to its published frame',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
      registers,
    }),
    framesMissing: new Counter({
      name: 'candor_frames_missing_total',
      help: 'Slots that have no frame, seen when a later frame comes',
      registers,
    }),
    ...orderMetrics(registers),
    ledgerMismatches: new Gauge({
      name: 'candor_ledger_mismatches',
      help: 'Broken ledger invariants found by the checker',
      registers,
    }),
    ...feedMetrics(registers),
    alarms: new Gauge({ name: 'candor_alarm', help: 'Whether an alarm is raised', labelNames: ['name'], registers }),
  }
}

/** Metrics of orders and of money on its way in and out. */
function orderMetrics(registers: Registry[]) {
  return {
    ordersPlaced: new Counter({
      name: 'candor_orders_placed_total',
      help: 'Contract orders by outcome of placing',
      labelNames: ['outcome'],
      registers,
    }),
    orderSeconds: new Histogram({
      name: 'candor_order_seconds',
      help: 'Time from a parsed request to the outcome of its batch',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    ordersSettled: new Counter({
      name: 'candor_orders_settled_total',
      help: 'Contract orders by result, and the reason of a void one',
      labelNames: ['result', 'void_reason'],
      registers,
    }),
    ordersOverdue: new Gauge({
      name: 'candor_orders_overdue',
      help: 'Open orders more than 5 s past the instant at which they could have been settled',
      registers,
    }),
    withdrawalsOverdue: new Gauge({
      name: 'candor_withdrawals_overdue',
      help: 'Withdrawals that wait for longer than was promised',
      registers,
    }),
    chainPolledSeconds: new Gauge({
      name: 'candor_chain_polled_timestamp_seconds',
      help: 'When a chain was last read for deposits without a fault, unix seconds',
      labelNames: ['chain'],
      registers,
    }),
  }
}

/** Metrics of the sources of prices. */
function feedMetrics(registers: Registry[]) {
  return {
    feedTicks: new Counter({
      name: 'candor_feed_ticks_total',
      help: 'Source ticks by source and outcome',
      labelNames: ['source', 'outcome'],
      registers,
    }),
    feedSourceState: new Gauge({
      name: 'candor_feed_source_state',
      help: 'Whether a live source is in a state',
      labelNames: ['source', 'state'],
      registers,
    }),
    feedSourceTickSeconds: new Gauge({
      name: 'candor_feed_source_last_tick_timestamp_seconds',
      help: 'When the newest tick of a live source came, unix seconds',
      labelNames: ['source'],
      registers,
    }),
    feedSourceFaults: new Counter({
      name: 'candor_feed_source_faults_total',
      help: 'Faults of live sources: disconnects, garbage, gaps, repeats, lagging prices',
      labelNames: ['source', 'fault'],
      registers,
    }),
  }
}

/** Metrics of the price log. */
function logMetrics(registers: Registry[]) {
  return {
    logSize: new Gauge({ name: 'candor_log_leaves', help: 'Leaves of a log', labelNames: ['log'], registers }),
    logLagSeconds: new Gauge({
      name: 'candor_log_lag_seconds',
      help: 'Age of the oldest entry that is stored and not in the log yet',
      labelNames: ['log'],
      registers,
    }),
    logSignedSeconds: new Gauge({
      name: 'candor_log_checkpoint_timestamp_seconds',
      help: 'When the newest checkpoint of a log was signed, unix seconds',
      labelNames: ['log'],
      registers,
    }),
    witnesses: new Gauge({
      name: 'candor_witnesses',
      help: 'Witnesses that are asked to cosign checkpoints',
      registers,
    }),
    witnessRequests: new Counter({
      name: 'candor_witness_requests_total',
      help: 'Checkpoints that witnesses were asked to cosign, by outcome',
      labelNames: ['witness', 'log', 'outcome'],
      registers,
    }),
  }
}

/** Serves `/metrics` on a port of its own, which customers do not reach. Port 0 takes a free one; returns the port. */
export async function serveMetrics(
  { registry }: Pick<Metrics, 'registry'>,
  at: { readonly port: number; readonly host: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      // Prometheus counts it as a target that is down.
      () => response.writeHead(500).end(),
    )
  })
  await listen(server, at)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the metrics server has no port')
  return { port: address.port, close: () => closeServer(server) }
}

function listen(server: Server, { port, host }: { readonly port: number; readonly host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
  })
}
