/** Keeps the formatters that `make` makes: they are expensive to create, and pure. */
export function keptFormats<Options, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = formats.get(key)
    if (known) return known
    const made = make(locale, options)
    formats.set(key, made)
    return made
  }
}
