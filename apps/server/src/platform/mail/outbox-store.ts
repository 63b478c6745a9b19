import type { Pool } from 'pg'
import type * as mail from '../../../database/rows/mail.ts'

/** A mail in the sandbox's outbox. */
export interface OutboxMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The code that the mail carries, if it does. */
  readonly code: string | null
  readonly atMs: number
}

/** The outbox keeps this many mails; older ones are deleted. */
const kept = 1_000
const shown = 100

/** Adds a mail to the outbox and deletes mails beyond its capacity. */
export async function putOutboxMail(pool: Pool, mail: OutboxMail): Promise<void> {
  const { to, subject, text, code, atMs } = mail
  await pool.query('insert into mail.outbox (recipient, subject, body, code, sent_ms) values ($1, $2, $3, $4, $5)', [
    to,
    subject,
    text,
    code,
    atMs,
  ])
  await pool.query(
    'delete from mail.outbox where mail_id <= (select mail_id from mail.outbox order by mail_id desc offset $1 limit 1)',
    [kept],
  )
}

type OutboxRow = Pick<mail.OutboxRow, 'recipient' | 'subject' | 'body' | 'code' | 'sent_ms'>

/** The newest mails first, of one recipient or of all (null). */
export async function listOutboxMails(pool: Pool, to: string | null): Promise<OutboxMail[]> {
  const { rows } = await pool.query<OutboxRow>(
    `select recipient, subject, body, code, sent_ms from mail.outbox
     where $1::text is null or recipient = $1 order by mail_id desc limit $2`,
    [to, shown],
  )
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    code: row.code,
    atMs: Number(row.sent_ms),
  }))
}
