import type { Outcome } from './check-run.ts'

/** Writes integers beyond doubles as decimal texts and bytes as hexadecimal. */
function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return [...value].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return value
}

/** Saves what this browser has read and found: signed checkpoints, records, and the receipt as it came in. */
export function saveEvidence(outcome: Outcome): void {
  const { kind, request, subject, found } = outcome
  const evidence = {
    page: location.href,
    kind,
    request,
    subject,
    checkpoints: found.signed?.map(({ shard, note }) => ({ shard, note })) ?? [],
    found: { ...found, signed: undefined },
    receipt: outcome.kind === 'contract' ? (outcome.receipt?.text ?? null) : null,
  }
  const address = URL.createObjectURL(new Blob([JSON.stringify(evidence, plain, 2)], { type: 'application/json' }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = `candor-check-${request.symbol}.json`
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
