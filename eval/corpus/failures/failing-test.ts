/** Tests that fail, each for a known reason. What a page is like stands before what the test does with it. */
import type { Category } from '../../../src/toolsets/telemetry/generate/classify/rules.ts';
import type { Routes } from '../../../test/kit/site.ts';

export interface FailingTest {
  readonly cause: Category;
  readonly name: string;
  /** The body of the page, and what else the site has below the test's own folder. */
  readonly page: string;
  readonly routes?: Routes;
  /** The lines of the test after the page was opened; `at` is the address of its folder. */
  readonly lines: string;
  /** The page is not opened first. */
  readonly isBare?: true;
  /** Lines before the test. */
  readonly before?: string;
}

type Case = readonly [name: string, page: string, lines: string, more?: Partial<FailingTest>];
export const of = (cause: Category, cases: readonly Case[]): readonly FailingTest[] =>
  cases.map(([name, page, lines, more = {}]) => ({ cause, name: `${cause}: ${name}`, page, lines, ...more }));

export const answers =
  (status: number, body = '{}', type = 'application/json'): Routes[string] =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type }).end(body);
  };
export const hangs: Routes[string] = () => {};
export const drops: Routes[string] = (request) => void request.socket.destroy();

export const SAVE =
  '<form><label>Name <input name=name></label><label>Mail <input type=email></label><button type=button>Save changes</button></form>';
export const later = (ms: number, code: string) => `<script>setTimeout(() => { ${code} }, ${ms})</script>`;
/** Loads something and shows it. */
export const loads = (path: string, shown: string) =>
  `<h1>Orders</h1><p id=state>No orders</p><script>fetch('${path}').then(async (r) => { if (!r.ok) throw new DOMException('answer ' + r.status); ${shown} }).catch(() => {});</script>`;
