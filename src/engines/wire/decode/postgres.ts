import { client } from './postgres-client.ts';
import { CopyRun } from './postgres-message.ts';
import { RowRun } from './postgres-rows.ts';
import { server } from './postgres-server.ts';
import { PostgresSession } from './postgres-session.ts';
import type { Stage, StageContext } from './stage.ts';

/** PostgreSQL's protocol, version 3. Passwords and keys are never shown. Durations are in microseconds. */
export function postgres(context: StageContext): Stage {
  const session = new PostgresSession(context);
  const copy = { up: new CopyRun(context, 'up'), down: new CopyRun(context, 'down') };
  const rows = new RowRun(session);
  return {
    protocol: 'postgres',
    up: client(session, copy.up),
    down: server(session, copy.down, rows),
    flush: (direction) => {
      if (direction === 'down') rows.flush();
      copy[direction].flush();
    },
  };
}
