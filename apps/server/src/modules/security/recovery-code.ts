/** A recovery code as it is compared: case and hyphen do not matter. */
export function plainRecoveryCode(text: string): string {
  return text.toLowerCase().replace('-', '')
}
