/**
 * Installs missing packages and runs the TypeScript file at `path`, from the repository's root, under a Node that
 * understands it.
 */
export function bootstrap(path: string): Promise<void>

/** Whether every package is in node_modules in its locked version. Packages of other platforms may be absent. */
export function isInstalled(folder?: string): boolean
