import type { OutboxMail } from './outbox-store.ts'

/** The outbox as a plain page: works without scripts, styles or anything from elsewhere. */
export function outboxPage(mails: readonly OutboxMail[], to: string | null): string {
  const title = to === null ? 'Sandbox outbox' : `Sandbox outbox: ${escapeHtml(to)}`
  const content =
    mails.length === 0
      ? '<p>No mail yet. Send yourself a code in the app, then reload this page.</p>'
      : mails.map(article).join('\n')
  return pageOf(
    title,
    `<p>In the sandbox, mail that the platform sends can be read here, newest first.</p>
${content}`,
  )
}

/** The page of a browser that has not opened the outbox with its key. */
export const closedOutboxPage = pageOf(
  'Sandbox outbox',
  '<p>It opens by the link that <code>npm start</code> prints as “Outbox”. This browser then remembers it.</p>',
)

function pageOf(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
}

function article(mail: OutboxMail): string {
  const at = new Date(mail.atMs).toISOString()
  const code = mail.code === null ? '' : `\n<p>Code: <strong><code>${escapeHtml(mail.code)}</code></strong></p>`
  return `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${at}">${at}</time></p>${code}
<pre>${escapeHtml(mail.text)}</pre>
</article>
<hr>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
