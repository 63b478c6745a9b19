import { ProofError } from '../errors.ts'
import type { ProofErrorCode } from '../errors.ts'

/** `absent` is what a receipt may lack, such as witnesses. Steps after a failed one are not judged. */
export type StepState = 'passed' | 'failed' | 'not-judged' | 'absent'

/** Values that a step has found, by their names: numbers and prices in decimal, hashes in base64. */
export type Evidence = Readonly<Record<string, string>>

/**
 * The outcome of one step. The evidence of a failed one has the `code` of the error, its `message` in English, and
 * `stated` and `expected` where two values differ that are known.
 */
export interface Step<Name extends string = string> {
  readonly name: Name
  readonly state: StepState
  readonly evidence: Evidence
}

/** The outcome of a verification: `passed` if no step failed and none was left out. */
export interface Verdict<Name extends string = string> {
  readonly verdict: 'passed' | 'failed'
  /** Always all steps, in the same order. */
  readonly steps: readonly Step<Name>[]
}

/** What a step returns: a value for later steps, and its evidence. Throws a ProofError to fail. */
export interface Judgement<Value> {
  readonly value: Value
  readonly evidence: Evidence
  /** `passed` if not given. */
  readonly state?: Exclude<StepState, 'failed'>
}

/** Judges one step. */
export type Judge<Name extends string> = <Value>(
  name: Name,
  judge: () => Judgement<Value> | Promise<Judgement<Value>>,
) => Promise<Value>

/** Runs steps in their order until one fails. Errors other than ProofError are thrown. */
export async function runSteps<Name extends string>(
  names: readonly Name[],
  run: (judge: Judge<Name>) => Promise<unknown>,
): Promise<Verdict<Name>> {
  const found = new Map<Name, Step<Name>>()
  const judge: Judge<Name> = async (name, judgeStep) => {
    try {
      const { value, evidence, state = 'passed' } = await judgeStep()
      found.set(name, { name, state, evidence })
      return value
    } catch (error) {
      if (error instanceof ProofError) found.set(name, { name, state: 'failed', evidence: failure(error) })
      throw error
    }
  }
  try {
    await run(judge)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
  }
  const steps = names.map((name) => found.get(name) ?? { name, state: 'not-judged' as const, evidence: {} })
  const isPassed = [...found.values()].every(({ state }) => state !== 'failed') && found.size === names.length
  return { verdict: isPassed ? 'passed' : 'failed', steps }
}

function failure({ code, message, difference }: ProofError): Evidence & { readonly code: ProofErrorCode } {
  return { code, message, ...difference }
}
