/** A maker of values for tests: the usual one, with the given changes. */
export function fixture<T extends object>(usual: T): (change?: Partial<T>) => T {
  return (change) => ({ ...usual, ...change })
}
