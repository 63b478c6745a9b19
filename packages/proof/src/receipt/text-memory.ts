import { ProofError } from '../errors.ts'

/** How much is remembered: more notes than the receipts of an hour share, and a few megabytes of them. */
const maxTexts = 4_096
const maxCharacters = 4_000_000

/** What a function has made of a text: its value, or the ProofError that it threw. */
type Outcome<Value> = { readonly value: Value } | { readonly error: ProofError }

/**
 * Remembers what a function without side effects makes of texts: a sound text is not judged twice, and neither is an
 * unsound one. The key is the whole text, so no text can get the outcome of another. The oldest are forgotten first.
 */
export class TextMemory<Value> {
  readonly #judge: (text: string) => Value
  readonly #known = new Map<string, Outcome<Value>>()
  #characters = 0

  constructor(judge: (text: string) => Value) {
    this.#judge = judge
  }

  /** Returns or throws what the function does. */
  of(text: string): Value {
    const known = this.#known.get(text) ?? this.#keep(text, this.#outcome(text))
    if ('error' in known) throw known.error
    return known.value
  }

  forget(text: string): void {
    if (this.#known.delete(text)) this.#characters -= text.length
  }

  #outcome(text: string): Outcome<Value> {
    try {
      return { value: this.#judge(text) }
    } catch (error) {
      if (error instanceof ProofError) return { error }
      throw error
    }
  }

  #keep(text: string, outcome: Outcome<Value>): Outcome<Value> {
    this.#known.set(text, outcome)
    this.#characters += text.length
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxTexts && this.#characters <= maxCharacters) break
      this.forget(oldest)
    }
    return outcome
  }
}

/** A memory of a function that returns a promise. Errors other than ProofError are of the moment, and forgotten. */
export function asyncMemory<Value>(judge: (text: string) => Promise<Value>): TextMemory<Promise<Value>> {
  const memory: TextMemory<Promise<Value>> = new TextMemory((text) => {
    const judged = judge(text)
    judged.catch((error: unknown) => {
      if (!(error instanceof ProofError)) memory.forget(text)
    })
    return judged
  })
  return memory
}
