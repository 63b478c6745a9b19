/** Made by `vite/passwords-plugin.ts`. */
declare module 'virtual:common-passwords' {
  /** Common passwords, packed: `unpackWords`. */
  export const passwords: string
  /** Keyboards by name, packed: `unpackKeyboard`. */
  export const keyboards: Readonly<Record<string, string>>
}
