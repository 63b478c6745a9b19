import { captchaCreate, codeSend } from '@candor/api'
import { route } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import { ok } from '../../platform/result.ts'
import type { Captcha } from './captcha-service.ts'
import type { MailboxCodes } from './codes-service.ts'

/** The calls that draw captchas and send codes. */
export function codesRoutes(captcha: Captcha, mailbox: MailboxCodes): Route[] {
  return [
    route(captchaCreate, async (_input, call) => ok(await captcha.create(call.ip))),
    route(codeSend, (input, call) => mailbox.send({ ...input, ip: call.ip, lang: call.lang })),
  ]
}
