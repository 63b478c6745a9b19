import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** An SMTP server on this machine that keeps what it receives. */
export interface SmtpInbox {
  /** Its address, as CANDOR_SMTP_URL takes it. */
  readonly url: string
  /** The six digits of the newest mail to an address; null before one arrives. */
  codeFor(address: string): string | null
  close(): Promise<void>
}

/** Opens the server on a free port of loopback. */
export async function openSmtpInbox(): Promise<SmtpInbox> {
  const mails: { readonly to: string; readonly message: string }[] = []
  const keep = async (stream: Readable, to: string, done: () => void): Promise<void> => {
    mails.push({ to, message: await text(stream) })
    done()
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      void keep(stream, envelope.rcptTo[0]?.address ?? '', done)
    },
  })
  const server = smtp.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    codeFor(address) {
      const newest = mails.findLast(({ to }) => to === address)
      const [, body = ''] = /\r\n\r\n(.*)/s.exec(newest?.message ?? '') ?? []
      return /\b\d{6}\b/.exec(body)?.[0] ?? null
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}
