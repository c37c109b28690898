import type { CDPSession } from 'playwright-core';

/** The protocol's types, as far as Playwright lets one name them: by what a session of its takes and gives. */
declare const session: CDPSession;

export type Method = Parameters<typeof session.send>[0];
export type Params<M extends Method> = NonNullable<Parameters<typeof session.send<M>>[1]>;
export type Result<M extends Method> = Awaited<ReturnType<typeof session.send<M>>>;

/** All events of the protocol: the first of three ways to listen takes them, the others what Playwright adds. */
export type EventName = Exclude<
  typeof session.addListener extends {
    (event: infer E, listener: never): unknown;
    (event: 'close', listener: never): unknown;
    (event: 'event', listener: never): unknown;
  }
    ? E
    : never,
  symbol
>;
export type Payload<E extends EventName> = Parameters<Parameters<typeof session.addListener<E>>[1]>[0];

export type TargetInfo = Payload<'Target.attachedToTarget'>['targetInfo'];
export type RemoteObject = Payload<'Runtime.consoleAPICalled'>['args'][number];
export type StackTrace = NonNullable<Payload<'Runtime.consoleAPICalled'>['stackTrace']>;
export type NetworkResponse = Payload<'Network.responseReceived'>['response'];
export type NetworkInitiator = Payload<'Network.requestWillBeSent'>['initiator'];

/** One attached target: a page, a frame of another site, a worker. */
export interface DevToolsSession {
  readonly id: string;
  /** The target's own frame; a worker has none. */
  readonly frame: string | undefined;
  /** The script's address when it is a worker. */
  readonly worker: string | undefined;
  send<M extends Method>(method: M, params?: Params<M>): Promise<Result<M>>;
  /** One more session with the same target, for work that can be stopped only by ending it. */
  aside(): Promise<Aside>;
}

export interface Aside extends Pick<DevToolsSession, 'send'> {
  end(): Promise<unknown>;
}

export type EventListener = <E extends EventName>(
  session: string | undefined,
  event: E,
  payload: Payload<E>,
) => void;

/** A connection of our own to a browser; no session means the browser itself. */
export interface DevToolsConnection {
  listener: EventListener;
  send<M extends Method>(session: string | undefined, method: M, params?: Params<M>): Promise<Result<M>>;
  close(): Promise<void>;
}
