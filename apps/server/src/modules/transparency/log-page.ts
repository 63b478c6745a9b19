import type { Guard } from './guard-store.ts'
import type { LogName } from './log-names.ts'
import type { WitnessView } from './witness-state.ts'

/** A shard as the page lists it. */
export type ListedShard = Guard & { readonly log: LogName }

/** Renders the page about the logs: what there is to read, without scripts. */
export function logPage(shards: readonly ListedShard[], { witnesses, independentCount }: WitnessView): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Price log</title><link rel="stylesheet" href="/log/page.css"></head><body><main>
<h1>Price log</h1>
<p>Logs that only grow: each checkpoint is signed and covers every entry before it. The files are those of
<a href="https://c2sp.org/tlog-tiles">tlog-tiles</a>; a checkpoint is a
<a href="https://c2sp.org/signed-note">signed note</a>. <a href="/price-log/">The price log</a> verifies them in your
browser.</p>
${table(['Origin', 'Leaves', 'First slot', 'Signed (UTC)', 'Key'], shards.map(row))}
<h2>Witnesses</h2>
<p>Independent witnesses that sign now: <b>${independentCount}</b></p>
${table(['Name', 'Where', 'State', 'Last signed (UTC)', 'Key'], witnesses.map(witnessRow))}
</main></body></html>`
}

function row({ log, shard, origin, size, firstSlot, signedMs, vkey }: ListedShard): string[] {
  const path = `/log/${log}/${shard}/checkpoint`
  return [
    `<a href="${escapeHtml(path)}">${escapeHtml(origin)}</a>`,
    String(size),
    firstSlot === null ? '' : String(firstSlot),
    timeText(signedMs),
    `<code>${escapeHtml(vkey)}</code>`,
  ]
}

const places = {
  own: 'this installation itself: not independent, not counted',
  'this-machine': 'added on this machine',
  elsewhere: 'elsewhere',
} as const

function witnessRow({ name, place, state, cosignedMs, vkey }: WitnessView['witnesses'][number]): string[] {
  return [escapeHtml(name), places[place], state, timeText(cosignedMs), `<code>${escapeHtml(vkey)}</code>`]
}

/** "2026-11-23 08:27:13", in UTC. */
function timeText(atMs: number | null): string {
  return atMs === null ? '' : new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** A table whose cells have the names of their columns, which a narrow page shows in place of the heads. */
function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = columns.map((name) => `<th scope="col">${name}</th>`)
  const bodies = rows.map((cells) =>
    cells.map((cell, at) => `<td data-name="${columns[at] ?? ''}">${cell}</td>`).join(''),
  )
  const body = bodies.map((cells) => `<tr>${cells}</tr>`).join('\n')
  return `<table><thead><tr>${heads.join('')}</tr></thead>\n<tbody>${body}</tbody></table>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
