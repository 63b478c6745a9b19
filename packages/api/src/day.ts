/**
 * A day of 24 hours in milliseconds. The same as in the formulas, which this package does not import; a test in
 * `scripts/checks` compares the two.
 */
export const dayMs = 86_400_000
