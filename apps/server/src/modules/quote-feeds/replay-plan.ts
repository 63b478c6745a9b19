/** A span of recorded unix milliseconds. */
export interface RecordedSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** A recording with the spans in which it was active. */
export interface ScannedRecording {
  readonly path: string
  readonly provider: string
  readonly firstPrice: string | null
  readonly spans: readonly RecordedSpan[]
}

/** Recordings of one instrument that overlap in time: several sources of the same market. */
export interface ReplaySegment {
  readonly fromMs: number
  readonly toMs: number
  readonly recordings: readonly ScannedRecording[]
  /** When at least one source was active: outside, the market was closed. */
  readonly sessions: readonly RecordedSpan[]
}

/** Maps recorded symbols to instruments when the names differ. */
const instrumentOfSymbol: Readonly<Record<string, string>> = {
  GCZ3: 'GOLD',
  XAUUSD: 'GOLD',
  XAGUSD: 'SILVER',
  ZCH1: 'CORN',
}

/** The instrument that a recorded symbol prices. */
export function instrumentFor(symbol: string): string {
  return instrumentOfSymbol[symbol] ?? symbol
}

/** Groups one instrument's recordings into overlapping segments, ordered by time and played in sequence. */
export function planSegments(recordings: readonly ScannedRecording[]): ReplaySegment[] {
  const withTicks = recordings.filter((recording) => recording.spans.length > 0)
  const sorted = withTicks.toSorted((left, right) => startOf(left) - startOf(right))
  const groups: ScannedRecording[][] = []
  let groupEndMs = -Infinity
  for (const recording of sorted) {
    const group = groups.at(-1)
    if (group !== undefined && startOf(recording) <= groupEndMs) group.push(recording)
    else groups.push([recording])
    groupEndMs = Math.max(groupEndMs, endOf(recording))
  }
  return groups.map((group) => ({
    fromMs: Math.min(...group.map(startOf)),
    toMs: Math.max(...group.map(endOf)),
    recordings: group,
    sessions: union(group.flatMap((recording) => recording.spans)),
  }))
}

/** A segment's session state at a recorded instant, and when it changes. */
export function recordedSession(
  segment: ReplaySegment,
  atMs: number,
): { isOpen: boolean; closesMs: number | null; opensMs: number | null } {
  const index = segment.sessions.findIndex((session) => session.toMs >= atMs)
  const session = segment.sessions[index]
  if (session === undefined) return { isOpen: false, closesMs: null, opensMs: null }
  if (session.fromMs > atMs) return { isOpen: false, closesMs: null, opensMs: session.fromMs }
  const following = segment.sessions[index + 1]
  // The last session ends with the recording itself: that is a seam, not a close.
  return following === undefined
    ? { isOpen: true, closesMs: null, opensMs: null }
    : { isOpen: true, closesMs: session.toMs, opensMs: following.fromMs }
}

function startOf(recording: ScannedRecording): number {
  return recording.spans[0]?.fromMs ?? Infinity
}

function endOf(recording: ScannedRecording): number {
  return recording.spans.at(-1)?.toMs ?? -Infinity
}

function union(spans: readonly RecordedSpan[]): RecordedSpan[] {
  const result: { fromMs: number; toMs: number }[] = []
  for (const span of spans.toSorted((left, right) => left.fromMs - right.fromMs)) {
    const last = result.at(-1)
    if (last !== undefined && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs)
    else result.push({ ...span })
  }
  return result
}
