import manifest from '../../../../package.json' with { type: 'json' }

/**
 * The version of the product: that of the root package.json, which a release changes. Nothing else types it; the
 * versions of the workspaces are only names by which they refer to one another.
 */
export const version: string = manifest.version
