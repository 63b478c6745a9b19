import type { DeviceView, SessionView } from '@candor/api'

/** A device's name: "iPhone, Safari". Null when unknown. */
export function deviceName({ system, browser }: DeviceView): string | null {
  const words = [system, browser].filter((word) => word !== null)
  return words.length === 0 ? null : words.join(', ')
}

/** Parts of a line, those that are there, with a dot between them. */
export function dotted(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ')
}

/** How many sessions beside the current one a customer can end. */
export function otherSessions(items: readonly SessionView[]): number {
  return items.filter(({ isCurrent }) => !isCurrent).length
}
