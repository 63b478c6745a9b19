/** Formatters of a kind. They are pure and expensive to create, so they are cached. */
export function formatsOf<Options, Format>(
  Kind: new (locale: string, options: Options) => Format,
): (locale: string, options: Options) => Format {
  const formats = new Map<string, Format>()
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = formats.get(key)
    if (known) return known
    const made = new Kind(locale, options)
    formats.set(key, made)
    return made
  }
}
