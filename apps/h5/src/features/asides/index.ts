/** Dialogs beside any screen: the reminder of an own session limit, and the offer of price colours. */
export { SessionReminder } from './session-reminder.tsx'
export { UpdownOffer } from './updown-offer.tsx'
