import * as z from 'zod/mini'
import { noData } from '../fields.ts'
import { longFormBytes, operatorOperation } from '../operation.ts'
import { createdPasskey, jsonText, passkeyCreation, passkeyRequest, passkeyView, usedPasskey } from '../passkeys.ts'
import { idText } from './operator-fields.ts'

/** The acts that take two operators and a passkey: of both where both approve, of the one who confirms a proposal. */
export const confirmedActs = [
  'withdrawal.approve',
  'withdrawal.fail',
  'deposit.approve',
  'correction.confirm',
  'desk-funding.confirm',
  'terms.confirm',
  'interest.confirm',
  'swap-terms.confirm',
  'advert-terms.confirm',
  'house-setting.confirm',
  'advert.publish',
  'halt.lift',
] as const
export type ConfirmedAct = (typeof confirmedActs)[number]

const credentials = z.array(z.object({ type: z.literal('public-key'), id: z.string() }))

/** What a passkey signs: the SHA-256 of `bytes` is the challenge of `request`. */
export const confirmationView = z.object({
  id: z.string(),
  bytes: z.string(),
  /** For the browser (WebAuthn's PublicKeyCredentialRequestOptionsJSON). */
  request: z.extend(passkeyRequest, { allowCredentials: credentials }),
})
export type ConfirmationView = z.output<typeof confirmationView>

export const operatorConfirmationBegin = operatorOperation(
  'operator/confirmation_begin',
  ['payments', 'risk', 'lead'],
  {
    summary:
      'Begins to confirm an act with a passkey. Null where the act needs none now. A recharge names its reference, which is signed with it.',
    input: z.object({
      act: z.enum(confirmedActs, 'unknown-value'),
      id: idText,
      reference: z.optional(z.string().check(z.maxLength(100, 'too-long'))),
    }),
    output: z.nullable(confirmationView),
    refusals: ['no-passkey', 'passkey-refused'],
  },
)

export const operatorConfirmationGive = operatorOperation('operator/confirmation_give', ['payments', 'risk', 'lead'], {
  summary:
    'Hands over what the passkey signed (`response`: the browser’s answer as JSON text). It is good for one use of the act, for five minutes after it was begun.',
  input: z.object({ id: idText, response: jsonText(usedPasskey) }),
  output: noData,
  refusals: ['passkey-refused', 'confirmation-expired'],
})

export const operatorPasskeys = operatorOperation('operator/passkeys', 'any', {
  summary: "The operator's own passkeys, newest first. They confirm; they do not log in.",
  output: z.object({ items: z.array(passkeyView) }),
})

export const operatorPasskeyBegin = operatorOperation('operator/passkey_begin', 'any', {
  summary: 'Begins to add a passkey: what to ask the browser for.',
  output: z.object({ id: z.string(), creation: passkeyCreation }),
  refusals: ['passkey-refused'],
})

export const operatorPasskeyAdd = operatorOperation('operator/passkey_add', 'any', {
  summary:
    "Adds the passkey that the browser has made. It is permitted either by `proof`, made from the owner's code, or by `used`, which one of the operator's passkeys has signed.",
  maxFormBytes: longFormBytes,
  input: z
    .object({
      id: idText,
      name: z.string('required').check(z.regex(/^\P{C}{1,60}$/u, 'wrong-format')),
      response: jsonText(createdPasskey),
      proof: z.optional(z.string().check(z.regex(/^[\w-]{43}$/, 'wrong-format'))),
      used: z.optional(jsonText(usedPasskey)),
    })
    .check(
      z.refine(({ proof, used }) => (proof === undefined) !== (used === undefined), {
        path: ['proof'],
        error: 'required',
      }),
    ),
  output: noData,
  refusals: ['passkey-refused', 'confirmation-expired'],
})
