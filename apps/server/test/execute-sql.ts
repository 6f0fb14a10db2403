import pg from 'pg'

/** Runs one statement on a connection of its own, such as `create database`. */
export async function executeSql(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
