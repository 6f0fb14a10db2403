import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const contract = fileURLToPath(new URL('../../../packages/contract/src/', import.meta.url)).replaceAll(
  '\\',
  '/',
)

/**
 * The browser calls endpoints by method, url and access, and leaves validation to the server. So they come into its
 * bundle without their schemas, and the schemas with all they are made of stay out: 14 kB less on a first visit.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'portico:without-schemas',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(contract)) return null
      const schemas = this.parse(code).body.flatMap(schemaOf)
      return {
        code: schemas.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code),
        map: null,
      }
    },
  }
}

type Statement = ReturnType<import('rolldown').PluginContext['parse']>['body'][number]

/** `export const … = endpoint({ …, schema: … })`: from where to where the last property stands. */
function schemaOf(statement: Statement): [start: number, end: number][] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
    return []
  const call = statement.declaration.declarations[0]?.init
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'endpoint')
    return []
  const [definition] = call.arguments
  if (definition?.type !== 'ObjectExpression') return []
  return definition.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'schema'
      ? [[property.start, property.end] as [number, number]]
      : [],
  )
}
