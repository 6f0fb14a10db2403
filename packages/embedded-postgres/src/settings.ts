interface Options {
  socketFolder: string
  port: number
  throwAway: boolean
}

/** For the modest database of one process. */
export function settings({ socketFolder, port, throwAway }: Options) {
  return [
    'listen_addresses=',
    `port=${port}`,
    `unix_socket_directories="${socketFolder.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    'max_connections=50',
    'shared_buffers=64MB',
    // No replicas, I/O workers or JIT compiler, to save memory.
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_logical_replication_workers=0',
    'io_method=sync',
    'jit=off',
    'max_wal_size=256MB',
    'timezone=UTC',
    'log_timezone=UTC',
    // Portico logs failing statements itself. PostgreSQL would log them with their values.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    'log_line_prefix=',
    ...(throwAway ? ['fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=200'] : []),
  ]
}
