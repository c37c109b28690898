/** Moonsurf: each method, transport step, error code, time-out and way to authenticate. */
import { rowsOf } from './row.ts';

const protocol = {
  'protocol version': 'the handshake answers 2024-11-05',
  'GET /sse sends endpoint': 'the first event is endpoint with the absolute message URL and its sessionId',
  'POST /message is answered on the stream': 'answers are message events on the SSE stream',
  'sessionId ties requests to their stream': 'two clients get their own answers only',
  'request format': 'a JSON-RPC 2.0 request with id, method and params is taken',
  'response format': 'a response has jsonrpc 2.0, the id and a result',
  'error format': 'an error has jsonrpc 2.0, the id, a code and a message',
  initialize:
    'empty params are enough; the answer has version, serverInfo moonsurf-mcp and capabilities.tools',
  initialized: 'as a request with an id it is answered with an empty result',
  'tools/list': 'answers without params',
  ping: 'is answered with an empty result',
  'error -32700': 'invalid JSON',
  'error -32600': 'a message without the required fields',
  'error -32601': 'an unknown method',
  'error -32602': 'invalid parameters of a method',
  'error -32603': 'an internal error',
  'lifecycle: disconnect': 'a client that goes away has its session cleaned up',
  'lifecycle: order': 'connect, initialize, initialized, tools/list follow each other on one session',
  'time-out: keep-alive': 'a ping is sent on the stream every 30 s',
  'time-out: connection': 'a connection has no time limit of its own',
  'auth: GET /sse?token=': 'the token in the query opens the stream, and without it there is none',
  'auth: Bearer on POST /message': 'messages need the token as Bearer',
  'example session: curl': 'connect, initialize and list work with nothing but curl',
};

const instances = {
  'tools/list: browser_instance':
    'browser_instance has the actions list, new, close and profiles, and requires one',
  'tools/call': 'browser_instance new starts a browser and returns its instanceId',
  'tool result format': 'a result is one text block with JSON',
  'tool error format': 'a failure is isError with {"error":{code,message}} as text',
  'tool error NO_INSTANCE': 'an unknown instance',
  'tool error NOT_CONNECTED': 'an instance that is not connected',
  'tool error TOOL_TIMEOUT': 'a call that takes too long',
  'tool error TOOL_ERROR': 'every other failure of a tool',
  'time-out: tool call': 'a tool call ends after 30 s unless told otherwise',
  'example session: launch': 'a browser is launched with nothing but curl',
};

export const moonsurf = [...rowsOf('moonsurf', protocol), ...rowsOf('moonsurf', instances)];
