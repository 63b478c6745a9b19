/** Installs what is missing and runs a TypeScript file of scripts/ under a Node that understands it. */
export function bootstrap(script: string): Promise<void>

/** Whether every package stands in node_modules in the locked version. Packages of other platforms may be absent. */
export function isInstalled(folder?: string): boolean
