import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { z } from 'zod';
import { uploadFiles } from '../../../engines/browser/actions/modal-answers.ts';
import { type Posted, postFile } from '../../../engines/browser/page/post-file.ts';
import { begin } from '../../../kernel/cut.ts';
import { Fault, fault } from '../../../kernel/fault.ts';
import { element } from './action-arguments.ts';
import { type ActionCall, type ActionResult, defineAction } from './define-action.ts';
import { actOnElement } from './on-element.ts';

const UPLOAD_MS = 600_000;
/** It is in memory several times on its way. */
const MOST_SENT = 100e6;
/** Of an answer, bytes that are read and characters that are told. */
const MOST_READ = 64 * 1024;
const MOST_SHOWN = 2000;

const input = z.object({
  ...element,
  selector: element.selector.optional(),
  file_path: z.string().min(1),
  submit: z.boolean().optional().describe('Send its form.'),
  api_endpoint: z.string().min(1).optional().describe('URL to post it to instead.'),
});
type Args = z.output<typeof input>;

export const upload = defineAction({
  summary: 'Put a file into a file field, or post it to api_endpoint.',
  input,
  limitMs: () => UPLOAD_MS,
  async run(call) {
    const { args } = call;
    const path = await readable(call);
    const file = { file_name: basename(path), file_size: (await stat(path)).size, mime_type: typeOf(path) };
    if (args.api_endpoint !== undefined) return { ...file, ...(await post(call, path, args.api_endpoint)) };
    if (args.selector === undefined) {
      const problems = ['"selector" or "api_endpoint" is missing'];
      throw fault('INVALID_ARGUMENTS', { tool: 'interact', problems, param: 'selector', isMissing: true });
    }
    const given = { ...call, args: { ...args, selector: args.selector } };
    const { submit = false } = args;
    const result = await actOnElement(given, (target, acting) =>
      uploadFiles(call.tab, [path], { target, submit, ...acting }),
    );
    return { ...result, ...file, submitted: submit };
  },
});

/** The file's path, if it lies where files may be read. */
async function readable({ args, deps, caller }: ActionCall<Args>): Promise<string> {
  const path = deps.isUnrestricted
    ? args.file_path
    : await deps.output.allowed(caller, args.file_path).catch((thrown: unknown) => {
        if (!(thrown instanceof Fault) || thrown.code !== 'FILE_NOT_ALLOWED') throw thrown;
        throw fault('FILE_NOT_ALLOWED', { path: args.file_path }, thrown);
      });
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw fault('FILE_NOT_READABLE', { path: args.file_path, why: cause.code ?? cause.message }, cause);
  });
  if (!found.isFile()) throw fault('FILE_NOT_READABLE', { path: args.file_path, why: 'it is no file' });
  return path;
}

/** With the page's own cookies, and no rule of the browser in the way. */
async function post({ tab, deps }: ActionCall<Args>, path: string, endpoint: string): Promise<ActionResult> {
  const url = URL.parse(endpoint, tab.url);
  if (!url || !/^https?:$/.test(url.protocol)) {
    const problems = [`"api_endpoint" is "${endpoint}"; it must be an http address`];
    throw fault('INVALID_ARGUMENTS', { tool: 'interact', problems, param: 'api_endpoint' });
  }
  if ((await stat(path)).size > MOST_SENT) {
    const why = `it has more than ${MOST_SENT / 1e6} MB, and is sent in one piece`;
    throw fault('FILE_NOT_READABLE', { path, why });
  }
  const file = { name: basename(path), mimeType: typeOf(path), buffer: await readFile(path) };
  const keptOut = { url: url.href, why: 'the lists of origins keep it out' };
  if (!deps.engine.mayReach(url)) throw fault('NAVIGATION_FAILED', keptOut);
  // Where it leads on, the relay of the browser looks; one that is only attached has none.
  const posted = await postFile(tab.page.context(), {
    url: url.href,
    file,
    timeoutMs: UPLOAD_MS,
    most: MOST_READ,
  }).catch((cause: Error) => {
    const [why = ''] = cause.message.split('\n', 1);
    throw fault('NAVIGATION_FAILED', { url: url.href, why }, cause);
  });
  return { api_endpoint: url.href, status: posted.status, ...told(posted) };
}

function told({ body, isCut, packing }: Posted): ActionResult {
  if (packing) return { response_body: '', response_cut: `It came packed (${packing}) and was not read.` };
  const response_body = begin(body.toString(), MOST_SHOWN);
  return isCut
    ? { response_body, response_cut: 'It has more than 64 kB; the rest was not read.' }
    : { response_body };
}

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.html': 'text/html',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
  '.mp4': 'video/mp4',
};

const typeOf = (path: string) => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
