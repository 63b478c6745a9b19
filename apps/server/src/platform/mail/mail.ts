import type { Transporter } from 'nodemailer'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { enqueueJob, forgetFailedJobs } from '../jobs.ts'
import type { JobTasks } from '../jobs.ts'
import type { Database, Transaction } from '../transaction.ts'
import { putOutboxMail } from './outbox-store.ts'

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The code that the text carries: shown apart in the sandbox's outbox. */
  code: z.optional(z.string()),
  /** The mail's customer, when the address alone does not identify them, as with a former address. */
  customerId: z.optional(z.string()),
})

/** A mail to one recipient, in plain text. */
export type Mail = z.output<typeof mailSchema>

const mailTask = 'mail'

/** Some four minutes of attempts: a code that arrives later is of little use. */
const maxAttempts = 6

/** Enqueues a mail in the transaction of `client`: it is sent if and only if the transaction commits. */
export async function enqueueMail(client: Transaction, mail: Mail): Promise<void> {
  await enqueueJob(client, mailTask, mail, { maxAttempts })
}

/** Deletes mails that were tried for the last time: they carry a code in clear. */
export async function forgetFailedMail(pool: Database): Promise<void> {
  await forgetFailedJobs(pool, mailTask)
}

/** The destinations of mail. Having neither SMTP nor an outbox is refused. */
export interface MailDependencies {
  readonly pool: Database
  readonly clock: Clock
  /** `smtp://user:password@host:port`, or empty. */
  readonly smtpUrl: string
  readonly from: string
  /** Whether mail is also put into the sandbox's outbox. */
  readonly keepsOutbox: boolean
  /** A line at the top of a customer's mails that proves they come from us; null for recipients without one. */
  readonly greeting?: (mail: { readonly to: string; readonly customerId: bigint | null }) => Promise<string | null>
}

/** Makes the task that delivers mail, for the worker of background jobs. A failed delivery is tried again. */
export function mailTasks(deps: MailDependencies): JobTasks {
  if (deps.smtpUrl === '' && !deps.keepsOutbox) throw new Error('mail has nowhere to go: set CANDOR_SMTP_URL')
  let transport: Promise<Transporter> | null = null
  return {
    [mailTask]: async (payload, job) => {
      const mail = mailSchema.parse(payload)
      const { to, subject } = mail
      const text = await greeted(deps, mail)
      // The same id for every attempt lets mailboxes drop a copy that was sent twice.
      if (deps.smtpUrl !== '') {
        transport ??= openTransport(deps)
        await (await transport).sendMail({ to, subject, text, messageId: messageId(job.id, deps.from) })
      }
      if (deps.keepsOutbox)
        await putOutboxMail(deps.pool, { to, subject, text, code: mail.code ?? null, atMs: deps.clock.nowMs() })
    },
  }
}

/** Loads the library with the first mail: it took each start 75 ms of a processor, also where mail goes nowhere. */
async function openTransport({ smtpUrl, from }: MailDependencies): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(smtpUrl, { from })
}

async function greeted({ greeting }: MailDependencies, { to, text, customerId }: Mail): Promise<string> {
  const line = await greeting?.({ to, customerId: customerId === undefined ? null : BigInt(customerId) })
  return line === null || line === undefined ? text : `${line}\n\n${text}`
}

function messageId(jobId: string, from: string): string {
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return `<candor-mail-${jobId}@${host}>`
}
