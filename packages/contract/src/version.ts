/** The version of Portico, as in package.json and at the top of CHANGELOG.md. */
export const VERSION = '0.1.0'
