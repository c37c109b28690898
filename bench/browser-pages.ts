// The pages that the browser benchmark opens: three of ours, and one of somebody else's documentation.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, extname, join } from 'node:path';

/** A page that we did not write: of the manual of Node, Debian's nodejs-doc. */
const DOC_PAGE = '/usr/share/doc/nodejs/api/url.html';

export const FIELDS = Array.from({ length: 12 }, (_, i) => `Field ${i + 1}`);
const small = `<!doctype html><title>Small</title><h1>Hello</h1><p>A short page.</p><button onclick="document.querySelector('output').textContent = ++window.n">Press me</button><output></output><script>window.n = 0</script>`;
const form = `<!doctype html><title>Form</title><h1>Sign up</h1><form onsubmit="event.preventDefault(); document.querySelector('output').textContent = 'Thank you'">${FIELDS.map((name) => `<label>${name} <input></label>`).join('')}<label><input type=checkbox> Agree</label><label>Country <select><option>Austria<option>Germany<option>Switzerland</select></label><button>Send</button></form><output></output>`;
const table = `<!doctype html><title>Customers</title><h1>Customers</h1><table><thead><tr><th>No<th>Name<th>Mail<th>Open<th>Mark</thead><tbody>${Array.from({ length: 500 }, (_, i) => `<tr><td>${i + 1}<td>Customer ${i + 1}<td>customer${i + 1}@example.org<td><a href="/small">Open ${i + 1}</a><td><button onclick="this.textContent = 'Done ${i + 1}'">Mark ${i + 1}</button>`).join('')}</tbody></table>`;

export function servePages(): Promise<{ origin: string; close(): void; doc: string }> {
  const folder = dirname(DOC_PAGE);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const own = { '/small': small, '/form': form, '/table': table }[pathname];
    const file = join(folder, decodeURI(pathname).replace(/^\/doc\//, ''));
    const isDoc =
      pathname.startsWith('/doc/') && file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    const type = extname(pathname) === '.css' ? 'text/css' : 'text/html; charset=utf-8';
    response.setHeader('content-type', type);
    if (own !== undefined) response.end(own);
    else if (isDoc) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const doc = `${origin}/doc/${basename(DOC_PAGE)}`;
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      done({ origin, doc, close });
    });
  });
}
