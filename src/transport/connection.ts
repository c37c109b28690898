import type { McpServer, Server } from '@modelcontextprotocol/server';
import type { Log } from '../kernel/log.ts';
import type { CallerName } from '../kernel/owner.ts';
import type { Era, Service } from '../session/service.ts';
import { createMcpServer } from './mcp-server.ts';

/** One client as the edges see it: a stdio pipe, an HTTP session, or all the sessionless requests of a front. */
export interface Connection {
  /** A fresh SDK server. A connection may need several: one for a probe, or one a request. */
  server(era: Era): Server | McpServer;
  /** The client is gone. */
  close(): Promise<void>;
}

export interface ConnectionInfo {
  readonly transport: 'stdio' | 'socket' | 'http' | 'sse';
  /** The folder that the client works in, as far as it is known. */
  readonly cwd: string;
  /** Who it was opened for; left out, our own user. */
  readonly caller?: CallerName;
  /** The client is on another machine, so that its folders are none of ours. */
  readonly isElsewhere?: boolean;
  /** Several clients share this connection. */
  readonly shared?: boolean;
}

export type ConnectionFactory = (info: ConnectionInfo) => Connection;

/** Serves a profile: each connection is a session of the service. */
export function serviceFactory(service: Service, log: Log): ConnectionFactory {
  return ({ shared = false, isElsewhere = false, ...info }) => {
    const session = service.open(info);
    const sessionLog = log.with({ session: session.id });
    return {
      server: (era) => createMcpServer(service, session, { era, log: sessionLog, shared, isElsewhere }),
      close: () => session.close(),
    };
  };
}
