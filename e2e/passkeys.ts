import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { TestOperator } from '../apps/server/src/modules/operator/testing/operators.ts'
import { coseOf } from '../apps/server/src/modules/verifier/testing/software-authenticator.ts'
import { asOwner } from './operators.ts'
import type { RunningCandor } from './running-candor.ts'

/** Gives a page an authenticator that verifies its owner by itself. Returns how to have it refuse that. */
export async function plugAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
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
  }
}

/** Gives an operator a passkey, in the authenticator of this page and in the database. */
export async function givePasskey(page: Page, candor: RunningCandor, { operatorId }: TestOperator): Promise<void> {
  const { session, authenticatorId } = await plugAuthenticator(page)
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
}

/** Signs what the dialog shows. */
export async function confirmWithPasskey(page: Page): Promise<void> {
  await page.getByRole('alertdialog', { name: 'Confirm with your passkey' }).waitFor()
  await page.getByRole('button', { name: 'Use the passkey' }).click()
}
