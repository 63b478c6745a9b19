import { hrefOf } from '../../shared/page/routes.ts'

/** The address that opens the registration form with a code, at this app's own origin. */
export function invitationLink(code: string, { origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string {
  return `${origin}${pathname}${hrefOf('register', { code })}`
}
