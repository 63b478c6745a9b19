/** How many layers were open over the screen at a history entry. */
export function layersOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'layers' in state && typeof state.layers === 'number'
    ? state.layers
    : 0
}
