import type { TermsView } from '@candor/api'
import { assets, formatUnits, parseUnits } from '@candor/money'
import * as z from 'zod/mini'
import { initialContractForm, offeredDuration, parseStake } from './contract-form-model.ts'
import type { ContractForm } from './contract-form-model.ts'

/** This device's choices, newest first: the defaults of the next ticket. */
export type RememberedChoices = readonly (ContractForm & { readonly symbol: string })[]

/** Older ones than these are forgotten. */
const rememberedMax = 30

const stored = z.array(
  z.object({
    symbol: z.string(),
    durationMs: z.int().check(z.positive()),
    asset: z.enum(assets),
    stakeText: z.string().check(z.maxLength(20)),
  }),
)

/** Parses stored choices; invalid ones are ignored. */
export function parseChoices(text: string): RememberedChoices {
  try {
    const parsed = z.safeParse(stored, JSON.parse(text))
    return parsed.success
      ? parsed.data.filter(({ stakeText }) => parseStake(stakeText) !== null).slice(0, rememberedMax)
      : []
  } catch {
    // Not JSON.
    return []
  }
}

/** The choices with this one in front. A stake that is no amount (half typed) is not worth remembering. */
export function withChoice(choices: RememberedChoices, symbol: string, form: ContractForm): RememberedChoices {
  if (parseStake(form.stakeText) === null) return choices
  const { durationMs, asset, stakeText } = form
  return [{ symbol, durationMs, asset, stakeText }, ...choices.filter((choice) => choice.symbol !== symbol)].slice(
    0,
    rememberedMax,
  )
}

/**
 * The initial values of an instrument's ticket: its own last choice, else the last choice of any, fitted to the current
 * offer.
 */
export function recalledForm(choices: RememberedChoices, symbol: string, terms: readonly TermsView[]): ContractForm {
  const {
    asset,
    stakeText,
    durationMs: wantedMs,
  } = choices.find((choice) => choice.symbol === symbol) ?? choices[0] ?? initialContractForm
  const durationMs = offeredDuration(wantedMs, terms)
  return {
    asset,
    durationMs,
    stakeText: withinLimits(stakeText, terms.find((candidate) => candidate.durationMs === durationMs) ?? null),
  }
}

function withinLimits(stakeText: string, terms: TermsView | null): string {
  const units = parseStake(stakeText)
  const minUnits = terms === null ? null : parseUnits(terms.stakeMin)
  const maxUnits = terms === null ? null : parseUnits(terms.stakeMax)
  if (units === null || minUnits === null || maxUnits === null) return stakeText
  if (units < minUnits) return formatUnits(minUnits)
  return units > maxUnits ? formatUnits(maxUnits) : stakeText
}
