import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Session } from '../session/service.ts';
import { callForJson } from '../session/tool-answer.ts';
import { sendValue } from './http-answer.ts';
import { readJsonBody } from './http-body.ts';
import type { HttpRoute } from './http-routes.ts';
import { isFields } from './message.ts';

const MAX_BODY = 4 * 1024 * 1024;
const BASE = '/api/tools';

/** Whose call a request is. */
export type SessionOf = (request: IncomingMessage, url: URL) => Session;

/** Tools for those who speak plain HTTP: `GET /api/tools`, `POST /api/tools/{tool}` with the arguments as body. */
export function restTools(session: SessionOf): HttpRoute[] {
  return [
    {
      method: 'GET',
      path: BASE,
      needsKey: true,
      handle: (request, response, url) =>
        sendValue(response, 200, { tools: session(request, url).listTools() }),
    },
    {
      method: 'POST',
      path: `${BASE}/*`,
      needsKey: true,
      handle: (request, response, url) => call(session(request, url), request, response, url),
    },
  ];
}

async function call(
  session: Session,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const body = await readJsonBody(request, response, MAX_BODY);
  if (!body) return;
  if (!isFields(body.value)) {
    const error = { code: 'INVALID_ARGUMENTS', message: 'The body must be an object with the arguments.' };
    sendValue(response, 400, { success: false, error });
    return;
  }
  const hangUp = new AbortController();
  response.on('close', () => hangUp.abort());
  const name = url.pathname.slice(BASE.length + 1);
  const told = await callForJson(session, name, body.value, { era: 'legacy', signal: hangUp.signal });
  if ('result' in told) sendValue(response, 200, { success: true, result: told.result });
  else
    sendValue(response, told.error.code === 'TOOL_NOT_FOUND' ? 404 : 400, {
      success: false,
      error: told.error,
    });
}
