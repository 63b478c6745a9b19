/** A text whose `<b>` fragments are emphasised; other markup is not interpreted. */
export function Emphasised({ text }: { readonly text: string }) {
  const parts = text.split(/<b>(.*?)<\/b>/)
  // Every second part was between the marks. Texts are constant, so the index identifies a part.
  return parts.map((part, place) => (place % 2 === 1 ? <b key={place}>{part}</b> : part))
}
