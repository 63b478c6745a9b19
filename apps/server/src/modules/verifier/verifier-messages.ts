import * as z from 'zod/mini'

const text = z.string()
const created = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: text, attestationObject: text }),
})
const used = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
})

/** What the verifier is asked: everything in it may be forged by the server that carries it. */
export const verifierRequest = z.discriminatedUnion('act', [
  /** What a passkey signed for a case. */
  z.object({ act: z.literal('confirm'), confirmationId: z.bigint(), used }),
  /** A new passkey, by the proof of the owner's code or what an existing passkey signed. */
  z.object({
    act: z.literal('enrol'),
    confirmationId: z.bigint(),
    name: text,
    created,
    proof: z.nullable(text),
    used: z.nullable(used),
  }),
  /** A case that a reviewer of the sandbox decides. */
  z.object({ act: z.literal('review'), confirmationId: z.bigint() }),
])
export type VerifierRequest = z.output<typeof verifierRequest>
export type UsedPasskey = z.output<typeof used>
export type CreatedPasskey = z.output<typeof created>

/** `expired`: nothing waits for it any more, or never did. */
export const verifierOutcomes = ['confirmed', 'refused', 'expired'] as const
export type VerifierOutcome = (typeof verifierOutcomes)[number]
