import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlined } from './single-file.ts'

const page = `<!doctype html><html><head>
<meta charset="utf-8">
<script type="module" crossorigin src="./assets/index.js"></script>
<link rel="stylesheet" crossorigin href="./assets/index.css">
</head><body><div id="page"></div></body></html>`
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('puts script and styles into the page, whose policy allows just them', () => {
  const html = inlined(page, { script: 'start("$& $1")\n', style: '.a{color:red}' })
  expect(html).not.toMatch(/src=|href=/)
  expect(html).toContain('<script>start("$& $1")</script>\n</body>')
  expect(html).toContain(`default-src 'none'; script-src ${hash('start("$& $1")')}; style-src ${hash('.a{color:red}')}`)
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'))
})

test('keeps a script from ending or commenting out the page', () => {
  const html = inlined(page, { script: 'a = "</script><!--"', style: '.a{}' })
  expect(html).toContain('<script>a = "<\\/script><\\!--"</script>')
})
