import type { IncomingMessage, ServerResponse } from 'node:http';
import { EXTENSION_PATH, isExtensionOrigin } from '../../contract/extension.ts';
import { asFault } from '../../kernel/fault.ts';
import { ANYBODY } from '../../kernel/owner.ts';
import { isFromHere } from '../from-here.ts';
import { sendValue } from '../http-answer.ts';
import { readJsonBody } from '../http-body.ts';
import type { HttpRoute } from '../http-routes.ts';
import { isFields } from '../message.ts';
import { ownerCheck } from '../peer-owner.ts';
import type { SocketRoute } from '../upgrade.ts';
import type { ExtensionDoor } from './extension-door.ts';

const SMALL_BODY = 4096;

export interface ExtensionServing {
  readonly routes: readonly HttpRoute[];
  readonly sockets: readonly SocketRoute[];
  /** What a person with a key, or in the web app, does with browsers. */
  readonly browsers: Pick<ExtensionDoor, 'pair' | 'list' | 'revoke'>;
  close(): Promise<void>;
}

/** Where the extension comes in, and where a person with a key pairs and parts browsers. */
export function extensionServing(door: ExtensionDoor): ExtensionServing {
  const keyed = { needsKey: true } as const;
  const routes: readonly HttpRoute[] = [
    {
      ...keyed,
      method: 'POST',
      path: `${EXTENSION_PATH}/pair`,
      async handle(request, response, _url, caller) {
        const body = await readJsonBody(request, response, SMALL_BODY);
        if (!body) return;
        const code = isFields(body.value) ? body.value.code : undefined;
        await answered(response, () => door.pair(String(code ?? ''), caller));
      },
    },
    {
      ...keyed,
      method: 'GET',
      path: `${EXTENSION_PATH}/browsers`,
      handle: (_, response, __, caller) => answered(response, () => door.list(caller)),
    },
    {
      ...keyed,
      method: 'DELETE',
      path: `${EXTENSION_PATH}/browsers/*`,
      handle: (_, response, { pathname }, caller) =>
        answered(response, async () => {
          await door.revoke(pathname.split('/').at(-1) ?? '', caller);
          return {};
        }),
    },
  ];
  return { routes, sockets: [extensionSocket(door)], browsers: door, close: () => door.close() };
}

function extensionSocket(door: ExtensionDoor): SocketRoute {
  return {
    path: EXTENSION_PATH,
    welcomes: isExtensionOrigin,
    admit: async (request) =>
      isExtensionOrigin(request.headers.origin ?? '') && isFromHere(request) && (await isOfOwnUser(request))
        ? { caller: ANYBODY }
        : { refusal: { status: 403, message: 'Only the extension on this machine may come in here.' } },
    open: (socket) => door.open(socket),
  };
}

/**
 * Anybody can say that they are the extension. Where the system shows whose a connection is, another user of the machine
 * can neither take all places nor wait for a code instead of the browser: a code has so few digits that who is offered
 * it can try them all.
 */
async function isOfOwnUser({ socket }: IncomingMessage): Promise<boolean> {
  const check = await ownerCheck();
  return check === undefined || check(socket);
}

async function answered(response: ServerResponse, work: () => Promise<unknown>): Promise<void> {
  try {
    sendValue(response, 200, await work());
  } catch (thrown) {
    const { message, hint, kind, code, data } = asFault(thrown);
    sendValue(response, kind === 'input' ? 400 : 409, { code, data, error: message, hint });
  }
}
