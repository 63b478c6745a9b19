import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { coseOf } from '../apps/server/src/modules/verifier/testing/software-authenticator.ts'
import { asOwner } from './operators.ts'
import type { RunningCandor } from './running-candor.ts'

/**
 * Gives a page an authenticator that verifies its owner by itself: the device's own, or a key to plug in. Returns how
 * to have it refuse that, and how to take it away.
 */
export async function plugAuthenticator(page: Page, transport: 'internal' | 'usb' = 'internal') {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    session,
    authenticatorId,
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    setTouched: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    unplug: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

export type Authenticator = Awaited<ReturnType<typeof plugAuthenticator>>

/** Gives an operator a passkey, in an authenticator of this page and in the database. Returns the authenticator. */
export async function givePasskey(page: Page, candor: RunningCandor, { operatorId }: TestOperator) {
  const authenticator = await plugAuthenticator(page)
  const { session, authenticatorId } = authenticator
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  await session.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: id.toString('base64'),
      isResidentCredential: true,
      rpId: new URL(candor.consoleOrigin).hostname,
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      userHandle: Buffer.from(`operator ${operatorId}`).toString('base64'),
      signCount: 1,
    },
  })
  await asOwner(
    candor,
    `insert into operator.passkey (operator_id, credential_id, public_key, sign_count, name, created_ms)
     values ($1, $2, $3, 0, 'A key of tests', 1)`,
    [operatorId, id.toString('base64url'), coseOf(publicKey)],
  )
  return authenticator
}

/** Which authenticator the owner touches for a new passkey, and which to use one. */
export interface Touched {
  making: Authenticator
  using: Authenticator
}

/**
 * The owner touches one authenticator whenever a passkey is made, and the other whenever one is used; the choice may
 * change later. With both touched at once, the browser takes the response of an authenticator without that passkey for
 * a refusal.
 */
export async function touchInTurn(page: Page, touched: Touched): Promise<void> {
  const touch = async (one: Authenticator, other: Authenticator) => {
    if (other !== one) await other.setTouched(false)
    await one.setTouched(true)
  }
  await page.exposeFunction('touchForMaking', () => touch(touched.making, touched.using))
  await page.exposeFunction('touchForUsing', () => touch(touched.using, touched.making))
  await page.evaluate(`{
    const [make, use] = ['create', 'get'].map((name) => navigator.credentials[name].bind(navigator.credentials))
    navigator.credentials.create = (options) => touchForMaking().then(() => make(options))
    navigator.credentials.get = (options) => touchForUsing().then(() => use(options))
  }`)
}

/** Signs what the dialog shows, once it says so. */
export async function confirmWithPasskey(page: Page, says = 'Your passkey signs exactly this'): Promise<void> {
  await page.getByRole('alertdialog').getByText(says).waitFor()
  await page.getByRole('button', { name: 'Use the passkey' }).click()
}
