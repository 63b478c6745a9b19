import type { Guard } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import type { WitnessView } from './witness-state.ts'

/** A shard as the page lists it. */
export type ListedShard = Guard & { readonly log: LogName }

/** Renders the page about the logs: what there is to read, without scripts or styles. */
export function logPage(shards: readonly ListedShard[], { witnesses, independentCount }: WitnessView): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Price log</title></head><body><main>
<h1>Price log</h1>
<p>Logs that only grow: each checkpoint is signed and covers every entry before it. The files are those of
<a href="https://c2sp.org/tlog-tiles">tlog-tiles</a>; a checkpoint is a
<a href="https://c2sp.org/signed-note">signed note</a>. <a href="/price-log/">The price log</a> verifies them in your
browser.</p>
<table><thead><tr><th scope="col">Origin</th><th scope="col">Leaves</th><th scope="col">First slot</th>
<th scope="col">Signed (UTC)</th><th scope="col">Key</th></tr></thead>
<tbody>${shards.map(row).join('\n')}</tbody></table>
<h2>Witnesses</h2>
<p>Independent witnesses that sign now: <b>${independentCount}</b></p>
<table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">State</th>
<th scope="col">Last signed (UTC)</th><th scope="col">Key</th></tr></thead>
<tbody>${witnesses.map(witnessRow).join('\n')}</tbody></table>
</main></body></html>`
}

function row({ log, shard, origin, size, firstSlot, signedMs, vkey }: ListedShard): string {
  const path = `/log/${log}/${shard}/checkpoint`
  const signed = signedMs === null ? '' : new Date(signedMs).toISOString()
  const cells = [
    `<a href="${escapeHtml(path)}">${escapeHtml(origin)}</a>`,
    String(size),
    firstSlot === null ? '' : String(firstSlot),
    signed,
    `<code>${escapeHtml(vkey)}</code>`,
  ]
  return tableRow(cells)
}

const places = {
  own: 'this installation itself: not independent, not counted',
  'this-machine': 'added on this machine',
  elsewhere: 'elsewhere',
} as const

function witnessRow({ name, place, state, cosignedMs, vkey }: WitnessView['witnesses'][number]): string {
  const signed = cosignedMs === null ? '' : new Date(cosignedMs).toISOString()
  return tableRow([escapeHtml(name), places[place], state, signed, `<code>${escapeHtml(vkey)}</code>`])
}

function tableRow(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
