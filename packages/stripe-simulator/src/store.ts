import { DatabaseSync } from 'node:sqlite'

export type Store = ReturnType<typeof openStore>

interface StoredObject {
  id: string
  object: string
}

/** A SQLite file, so that the state survives restarts and kills. */
export function openStore(file: string) {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal;
    pragma synchronous = normal;
    create table if not exists thing (
      number integer primary key autoincrement, id text not null unique, kind text not null, body text not null
    );
    create index if not exists thing_kind on thing (kind, number);
  `)
  const one = db.prepare('select body from thing where id = ?')
  const all = db.prepare('select body from thing where kind = ? order by number desc')
  const write = db.prepare(
    'insert into thing (id, kind, body) values (?, ?, ?) on conflict (id) do update set body = excluded.body',
  )
  const erase = db.prepare('delete from thing where id = ?')
  let depth = 0

  return {
    get<T extends StoredObject>(id: string): T | undefined {
      const row = one.get(id) as { body: string } | undefined
      return row && (JSON.parse(row.body) as T)
    },
    list<T extends StoredObject>(kind: T['object']): T[] {
      return (all.all(kind) as { body: string }[]).map(({ body }) => JSON.parse(body) as T)
    },
    put<T extends StoredObject>(thing: T): T {
      write.run(thing.id, thing.object, JSON.stringify(thing))
      return thing
    },
    remove(id: string) {
      erase.run(id)
    },
    /** Runs `act` in a transaction. Nested calls join the outer one. */
    atomically<T>(act: () => T): T {
      if (depth > 0) return act()
      db.exec('begin immediate')
      depth++
      try {
        const result = act()
        db.exec('commit')
        return result
      } catch (error) {
        db.exec('rollback')
        throw error
      } finally {
        depth--
      }
    },
    close: () => db.close(),
  }
}
