/**
 * Marks content behind sheets and dialogs, which becomes inert with them. The sandbox banner and toasts are outside of
 * it. Apart from the layers' code, which the frame of the app does not need.
 */
export const behindLayers = { 'data-behind-layers': '' } as const
