import { langAttribute, languages } from '@candor/api'
import type { Language } from '@candor/api'
import type { Guard } from './guard-store.ts'
import { logPageTexts } from './log-page-texts.ts'
import type { LogPageTexts } from './log-page-texts.ts'
import type { LogName } from './log-names.ts'
import type { WitnessView } from './witness-state.ts'

/** A shard as the page lists it. */
export type ListedShard = Guard & { readonly log: LogName }

/** Renders the page about the logs in a language: what there is to read, without scripts. */
export function logPage(
  shards: readonly ListedShard[],
  { witnesses, independentCount }: WitnessView,
  language: Language,
): string {
  const t = logPageTexts[language]
  const links = {
    '{tiles}': '<a href="https://c2sp.org/tlog-tiles">tlog-tiles</a>',
    '{note}': `<a href="https://c2sp.org/signed-note">${t.note}</a>`,
    '{log}': `<a href="/price-log/">${t.log}</a>`,
  } as const
  const text = Object.entries(links).reduce((found, [name, link]) => found.replace(name, link), t.text)
  return `<!doctype html>
<html lang="${langAttribute(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${t.title}</title><link rel="stylesheet" href="/log/page.css"></head><body><main>
<h1>${t.title}</h1>
<p>${text}</p>
${table([t.origin, t.leaves, t.first, t.signed, t.key], shards.map(row))}
<h2>${t.witnesses}</h2>
<p>${t.count} <b>${independentCount}</b></p>
${table(
  [t.name, t.where, t.state, t.last, t.key],
  witnesses.map((witness) => witnessRow(witness, t)),
)}
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

function witnessRow(
  { name, place, state, cosignedMs, vkey }: WitnessView['witnesses'][number],
  { places, states }: LogPageTexts,
): string[] {
  return [escapeHtml(name), places[place], states[state], timeText(cosignedMs), `<code>${escapeHtml(vkey)}</code>`]
}

/**
 * The language of a reader: the one that a link names, else the first of the browser's that the page has, else English.
 */
export function languageOfReader(named: unknown, acceptLanguage: string): Language {
  const accepted = acceptLanguage
    .split(',')
    .map((each) => {
      const [tag = '', ...rest] = each.trim().toLowerCase().split(';')
      const quality = rest.map((part) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(part)?.[1]).find((q) => q !== undefined)
      return { language: tag.split('-')[0], quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
  const wanted = [named, ...accepted]
  return wanted.flatMap((each) => languages.filter((language) => language === each))[0] ?? 'en'
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
