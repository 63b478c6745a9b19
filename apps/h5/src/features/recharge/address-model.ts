/** A part of an address; the parts that people compare are emphasised. */
export interface AddressPart {
  readonly text: string
  readonly isCompared: boolean
}

/** How many characters people compare at either end. */
const comparedCharacters = 6

/** The end of an address, enough to tell it from others: of a play code the groups that are the customer's own. */
export function addressEnd(address: string): string {
  const groups = address.split('-')
  return groups.length > 1 ? groups.slice(2).join('-') : address.slice(-comparedCharacters)
}

/**
 * An address in pieces: its beginning and its end are compared; of a play code the two groups that are the customer's
 * own.
 */
export function addressParts(address: string): readonly AddressPart[] {
  const groups = address.split('-')
  if (groups.length > 1) {
    return groups.map((group, index) => ({
      text: index === 0 ? group : `-${group}`,
      isCompared: index === 2 || (index > 2 && index === groups.length - 1),
    }))
  }
  if (address.length <= 2 * comparedCharacters) return [{ text: address, isCompared: false }]
  return [
    { text: address.slice(0, comparedCharacters), isCompared: true },
    { text: address.slice(comparedCharacters, -comparedCharacters), isCompared: false },
    { text: address.slice(-comparedCharacters), isCompared: true },
  ]
}
