import { refusalsOf } from '@candor/api'
import type { CustomerOperation } from '@candor/api'
import { toJSONSchema } from 'zod/mini'
import { refusalText } from './texts.ts'

/** Renders the readable page of the API: one section per operation, without scripts or outside assets. */
export function docsPage(operations: readonly CustomerOperation[], version: string): string {
  const title = `Candor API ${escapeHtml(version)}`
  const links = operations.map((item) => `<li><a href="#${anchor(item)}">${escapeHtml(item.path)}</a></li>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>${title}</h1>
<p>${introduction.join(' ')}</p>
<nav aria-label="Operations"><ul>${links.join('')}</ul></nav>
${operations.map(section).join('\n')}
</main></body></html>`
}

const introduction = [
  'POST, form-encoded. The header <code>token</code> carries the login, <code>lang</code> the language.',
  'The machine-readable document is <a href="/api/openapi.json">openapi.json</a>.',
]

/** The style of the page, served as a file of its own so that the content policy needs no exception. */
export const docsStyle = [
  ':root{color-scheme:light dark}body{margin:0;font:15px/1.5 system-ui,sans-serif}',
  'main{max-width:52rem;margin:0 auto;padding:2rem 1rem}\n',
  'h1,h2{line-height:1.2}h2{margin-top:2.5rem}code,pre{font-family:ui-monospace,monospace;font-size:.9em}',
  'pre{overflow:auto;padding:1rem;border:1px solid #8886}\n',
  'ul{padding-left:1.2rem}nav ul{columns:3 10rem}table{border-collapse:collapse}',
  'td,th{text-align:left;padding:.2rem 1rem .2rem 0;vertical-align:top}',
].join('')

function section(operation: CustomerOperation): string {
  const refusals = refusalsOf(operation)
    .map((name) => `<tr><td><code>${name}</code></td><td>${escapeHtml(refusalText(name, 'en'))}</td></tr>`)
    .join('')
  return `<section id="${anchor(operation)}"><h2><code>POST /api/${escapeHtml(operation.path)}</code></h2>
<p>${escapeHtml(operation.summary)}</p><p>Access: ${operation.access}</p>
<h3>Input</h3>${schemaBlock(toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }))}
<h3>Data</h3>${schemaBlock(toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' }))}
<h3>Refusals</h3><table>${refusalHead}<tbody>${refusals}</tbody></table></section>`
}

const refusalHead = '<thead><tr><th scope="col">error</th><th scope="col">msg</th></tr></thead>'

function schemaBlock(schema: unknown): string {
  return `<pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`
}

function anchor(operation: CustomerOperation): string {
  return operation.path.replace('/', '-')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
