/** A text whose `<b>` fragments stand out; nothing else in it is markup. */
export function Emphasised({ text }: { readonly text: string }) {
  const parts = text.split(/<b>(.*?)<\/b>/)
  // Every second part stood between the marks. Texts are constant, so the place is the identity.
  return parts.map((part, place) => (place % 2 === 1 ? <b key={place}>{part}</b> : part))
}
