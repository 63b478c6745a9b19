import { storedValue } from '@candor/client'

/** One choice of a ticket. */
export interface TicketChoice {
  readonly symbol: string
  readonly durationMs: number
  readonly asset: string
  readonly stakeText: string
}

/**
 * The choices on tickets of this device as a JSON array, newest first. Belongs to the signed-in customer, and is
 * deleted at sign-out.
 */
export const recentChoices = storedValue<string>({
  key: 'candor.own.contract-choices',
  parse: (text) => text,
  fallback: '',
})

/** Makes a choice the newest, so that the instrument's ticket opens with it. Older ones are read by the ticket. */
export function chooseAgain(choice: TicketChoice): void {
  const older = /^\[(.+)\]$/s.exec(recentChoices.get())?.[1]
  recentChoices.set(`[${[JSON.stringify(choice), ...(older === undefined ? [] : [older])].join(',')}]`)
}
