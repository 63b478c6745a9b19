/** Proofs that a caller is a person (captcha) or reads a mailbox (codes). */
import { createCaptcha } from './captcha-service.ts'
import type { Captcha, CaptchaDependencies } from './captcha-service.ts'
import { codesRoutes } from './codes-routes.ts'
import { createMailboxCodes } from './codes-service.ts'
import type { MailboxCodes, MailboxCodesDependencies } from './codes-service.ts'

export { takeTurn } from './turn-store.ts'

/** Captchas, codes and their calls. */
export interface Codes {
  readonly captcha: Captcha
  readonly mailbox: MailboxCodes
  readonly routes: ReturnType<typeof codesRoutes>
  /** Deletes expired rows; called periodically by the jobs role. */
  prune(): Promise<void>
}

export type CodesDependencies = CaptchaDependencies & Pick<MailboxCodesDependencies, 'hasAccount'>

/** Wires captchas and codes. `secret` is the server's key, which is not in the database. */
export function createCodes(deps: CodesDependencies): Codes {
  const captcha = createCaptcha(deps)
  const mailbox = createMailboxCodes({ ...deps, captcha })
  return {
    captcha,
    mailbox,
    routes: codesRoutes(captcha, mailbox),
    prune: async () => {
      await captcha.prune()
      await mailbox.prune()
    },
  }
}
