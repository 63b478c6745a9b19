/** The name of a list that a text of the database is. Throws, with `what` it should name, where it is none. */
export function knownName<Name extends string>(
  names: readonly Name[],
  text: string | null | undefined,
  what: string,
): Name {
  const known = names.find((name) => name === text)
  if (known === undefined) throw new Error(`unknown ${what}: ${text}`)
  return known
}
