import type { RefusalName } from './refusals.ts'

/** Refusals that share another one's text. */
const sharedTexts = {
  'below-minimum': 'wrong-amount',
  'above-maximum': 'wrong-amount',
  'limit-reached': 'upper-limit',
  'wrong-captcha': 'wrong-code',
  'wrong-totp': 'wrong-code',
} as const satisfies Partial<Record<RefusalName, RefusalName>>

type SharingName = keyof typeof sharedTexts

/** The name of the text that a refusal shows. */
export function refusalTextName(name: RefusalName): Exclude<RefusalName, SharingName> {
  return sharesText(name) ? sharedTexts[name] : name
}

function sharesText(name: RefusalName): name is SharingName {
  return name in sharedTexts
}
