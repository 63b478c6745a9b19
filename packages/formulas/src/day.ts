/** A day of 24 hours in milliseconds: interest, limits and holds count in such days, in no time zone. */
export const dayMs = 86_400_000
