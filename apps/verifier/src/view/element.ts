type Child = Node | string | null
type Attributes = Readonly<Record<string, string | boolean>>

/** Makes an HTML element. Texts become text nodes, never markup; `null` is left out, as is an attribute `false`. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children)
}

/** Makes an SVG element. */
export function svg(
  tag: keyof SVGElementTagNameMap,
  attributes: Attributes,
  ...children: readonly Child[]
): SVGElement {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)
}

/** A button with its action. */
export function button(label: Child, className: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className }, label)
  made.addEventListener('click', act)
  return made
}

function filled<Made extends Element>(made: Made, attributes: Attributes, children: readonly Child[]): Made {
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) made.setAttribute(name, value === true ? '' : value)
  made.append(...children.filter((child) => child !== null))
  return made
}
