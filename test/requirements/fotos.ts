/** Fotos: its 46 scenarios. Titles that occur more than once are qualified with their requirement. */
import { rowsOf } from './row.ts';

const protocol = {
  'Binary invocation by MCP host': 'fotos-mcp starts as a child process and takes JSON-RPC on stdio',
  'JSON-RPC message exchange': 'a valid request on stdin is answered on stdout',
  'Malformed input': 'invalid JSON is answered with -32700 and nothing crashes',
  'Initialize handshake': 'identity fotos, version, description, and tools, resources and prompts',
  'Command delegation on Linux': 'a running app gets the call over a Unix domain socket',
  'Command delegation on Windows': 'a running app gets the call over a named pipe',
  'No local state retained between requests': 'a bridge keeps nothing of an answer',
  'IPC connection failure': 'without the app a bridged call is a JSON-RPC error that says so',
};

/** Needs a Flatpak bundle, which is not built here, and a machine that may run one. */
const sandbox = {
  'Flatpak invocation': 'inside a Flatpak sandbox it works as outside',
};

const screen = {
  'Capture / Fullscreen capture': 'all monitors in one PNG, with id, dimensions and time',
  'Capture / Single monitor capture': 'only the monitor of monitor_index',
  'Capture / Window capture': 'the first window whose title contains the text, in any case',
  'Capture / Delayed capture': 'delay_ms is waited first',
  'Capture / No matching window': 'an error says that no window matches',
  'OCR / OCR on existing screenshot': 'text and words with box and confidence',
  'OCR / OCR with automatic capture': 'without an id a capture is taken first, and its id is returned',
  'OCR / Non-English OCR': 'language deu uses the German model',
  'OCR / Invalid screenshot ID': 'an error says that it was not found',
  'Annotation / Add rectangle annotation': 'a rectangle is drawn and the PNG returned',
  'Annotation / Add multiple annotations': 'arrow, text and blur are drawn in their order',
  'Annotation / Invalid screenshot ID': 'an error says that it was not found',
  'Vision / Analysis with default provider': 'picture and prompt go to Claude, its text comes back',
  'Vision / Analysis with explicit provider': 'provider ollama goes to the local Ollama',
  'Vision / Missing API key': 'an error names the provider whose key is missing',
  'Vision / Automatic capture before analysis': 'without an id a capture is taken first',
  'Redaction / PII detected and blurred': 'mail addresses and phones are blurred and listed with their boxes',
  'Redaction / No PII found': 'the picture is unchanged and the list empty',
  'Redaction / Invalid screenshot ID': 'an error says that it was not found',
  'List / List with default limit': 'the 10 newest, newest first',
  'List / List with custom limit': 'at most limit',
  'List / No screenshots available': 'an empty array',
  'Resource / Read recent screenshots resource': 'screenshots://recent gives what list_screenshots gives',
  'Resource / Read existing screenshot': 'screenshots://{id} gives picture and metadata',
  'Resource / Read nonexistent screenshot': 'a resource-not-found error',
  'Resource / Read cached OCR results': 'screenshots://{id}/ocr gives the kept result',
  'Resource / Read OCR results without prior OCR': 'it runs OCR, keeps the result and gives it',
  'Resource / Read current settings': 'settings://current is JSON with capture, annotation, ai and ui',
  'Prompt / Generate describe UI prompt': 'the picture and the instruction to describe the interface',
  'Prompt / Generate extract code prompt': 'the picture and the instruction to extract code only',
  'Prompt / Generate bug report prompt without context': 'the picture and the instruction for a report',
  'Prompt / Generate bug report prompt with context': 'the context is part of the message',
  'Prompt / Generate accessibility audit prompt': 'the picture and the instruction for an audit',
  'Standalone / Capture in standalone mode': 'without the app it captures by itself and keeps it in memory',
  'Standalone / Headless/CI usage': 'without a display an error says so',
  'Standalone / Standalone tool availability': 'all six tools work; annotations are not kept',
  'Standalone / Settings resource in standalone mode': 'the default settings are returned',
};

export const fotos = [
  ...rowsOf('fotos', protocol),
  ...rowsOf('fotos', screen),
  ...rowsOf('fotos', sandbox, 'screen'),
];
