import pg from 'pg'

/** One statement on a connection of its own: what cannot be said from within a database, such as making one. */
export async function executeSql(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
