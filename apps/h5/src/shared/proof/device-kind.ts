/** Whether this device is a phone, for the words of a verdict: touched, and narrow in one direction. */
export function isPhone(): boolean {
  const { width, height } = window.screen
  return window.matchMedia('(any-pointer: coarse)').matches && Math.min(width, height) < 720
}
