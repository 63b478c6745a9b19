import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifyAuthenticationResponseOpts,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import type { Logger } from './logger.ts'

/** EdDSA, ES256 and RS256: every platform supports one of them. */
export const passkeyAlgorithms = [-8, -7, -257]

/** Three hundred files, which would take a tenth of the server's start: they load when a passkey is first used. */
const library = () => import('@simplewebauthn/server')

/** What a browser's response has to answer, and the line of the log where it does not. */
interface Asked extends Pick<
  VerifyAuthenticationResponseOpts,
  'expectedChallenge' | 'expectedOrigin' | 'expectedRPID'
> {
  readonly logger: Logger
  readonly refused: string
}

/** The passkey that a browser made; null where its response does not answer what was asked. */
export function verifyCreatedPasskey(response: Omit<RegistrationResponseJSON, 'clientExtensionResults'>, asked: Asked) {
  return orRefused(asked, async ({ verifyRegistrationResponse }, expected) => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response: { ...response, clientExtensionResults: {} },
      supportedAlgorithmIDs: passkeyAlgorithms,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey, counter }
  })
}

/** The authenticator's new counter; null where the response does not belong to this passkey and to what was asked. */
export function verifyUsedPasskey(
  response: Omit<AuthenticationResponseJSON, 'clientExtensionResults'>,
  credential: WebAuthnCredential,
  asked: Asked,
) {
  return orRefused(asked, async ({ verifyAuthenticationResponse }, expected) => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response: { ...response, clientExtensionResults: {} },
      credential,
    })
    return verified ? authenticationInfo.newCounter : null
  })
}

type Expected = Omit<Asked, 'logger' | 'refused'> & { readonly requireUserVerification: true }

/** The library throws on unreadable input: that is a refusal as well. */
async function orRefused<Found>(
  { logger, refused, ...expected }: Asked,
  verify: (functions: Awaited<ReturnType<typeof library>>, expected: Expected) => Promise<Found | null>,
) {
  try {
    return await verify(await library(), { ...expected, requireUserVerification: true })
  } catch (fault) {
    logger.info({ err: fault }, refused)
    return null
  }
}
