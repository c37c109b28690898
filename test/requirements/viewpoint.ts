/** Viewpoint MCP: its 33 scenarios. */
import { rowsOf } from './row.ts';

const protocol = {
  'Initialize connection': 'initialize is answered with the capabilities, tools among them',
  'Unknown tool': 'a call of an unknown tool is a JSON-RPC error -32601',
  'Receive request via stdin': 'a request on stdin is answered on stdout',
  'Handle malformed JSON': 'invalid JSON on stdin gets a parse error',
  'Enable SSE mode': '--port listens there and takes MCP at /mcp',
  'Handle SSE client': 'a client that takes SSE gets tool results as SSE events',
  'Configure API key': '--api-key makes every HTTP connection need it',
  'Generate API key': 'without --api-key a random key is made and printed to stderr',
  'Authenticate with valid key': 'Authorization: Bearer with the key is let in',
  'Reject missing authentication': 'no Authorization header: 401, and the body says what is needed',
  'Reject invalid key': 'a wrong key: 403',
  'Stdio transport unaffected': 'stdio needs no key and ignores --api-key',
};

const browser = {
  'List tools':
    'tools/list has name, description and schema of the 27 core tools and of enabled optional ones',
  'Call tool': 'tools/call runs a tool and returns its result',
  'Tool registration at startup': 'core tools are always there, vision and pdf ones only when enabled',
  'Lazy browser initialization': 'the first browser tool starts the browser',
  'Connect to existing browser': '--cdp-endpoint connects to a running browser and starts none',
  'Browser state persistence': 'browser, context and page outlive the call',
  'Graceful shutdown': 'a signal closes the browser, and ends its process when it is ours',
  'Headless mode': '--headless shows no window',
  'Headed mode (default)': 'without --headless there is a window',
  'Viewport configuration': '--viewport-size sets the viewport',
  'User data directory': '--user-data-dir uses that profile and keeps cookies and storage',
  'Capability flags': '--caps vision,pdf adds the coordinate and PDF tools',
  'Create named context': 'browser_context_create makes an isolated context and makes it active',
  'Create context with proxy': 'a context sends its traffic through its own proxy',
  'Create context with storage state': 'a context starts with the cookies and localStorage of a file',
  'Switch active context': 'browser_context_switch makes later calls act on that context',
  'List contexts': 'browser_context_list names each context with pages, URL, proxy, and marks the active one',
  'Close context': 'browser_context_close closes its pages; default becomes active when it was',
  'Context isolation': 'cookies, localStorage and cache are not shared between contexts',
  'Default context': 'without any created context "default" is used',
  'Parallel operations': 'contexts navigate independently and prefix their refs with their name',
};

export const viewpoint = [...rowsOf('viewpoint', protocol), ...rowsOf('viewpoint', browser)];
