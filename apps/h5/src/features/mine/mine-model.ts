import type { UserView } from '@candor/api'

/** The account's name: the e-mail address, or the mobile number with its middle hidden from onlookers. */
export function accountName(user: Pick<UserView, 'mobile' | 'email' | 'id'>): string {
  if (user.email !== null) return user.email
  if (user.mobile !== null) return `${user.mobile.slice(0, 3)}••••${user.mobile.slice(-3)}`
  return user.id
}

/** The account id in groups of four, as people read it out: "4471 0928". */
export function groupedId(id: string): string {
  return id.replace(/(.{4})(?=.)/g, '$1\u00A0')
}

/** One or two letters for an account without a picture. */
export function initialsOf(user: Pick<UserView, 'email' | 'id'>): string {
  const letters = user.email?.replace(/[^a-z]/gi, '') ?? ''
  return (letters === '' ? user.id.slice(-2) : letters.slice(0, 2)).toUpperCase()
}
