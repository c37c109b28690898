/** Walks on small sites, each with the way in which the site is then broken: what a test of the walk must notice. */
import type { Page } from 'playwright-core';
import type { Routes } from '../../../test/kit/site.ts';

/** Does something as an agent does it, by interact. */
export type Act = (action: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

export interface Flow {
  readonly name: string;
  readonly routes: Routes;
  /** In their place when the site is broken. */
  readonly broken: Routes;
  walk(page: Page, act: Act): Promise<void>;
  /** Variables of the environment that the test needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** Answers come from an archive: the test is green with the server gone as well, and red by its own assertions only. */
  readonly isMocked?: true;
  /** Arguments of generate. */
  readonly args?: Readonly<Record<string, unknown>>;
}

export const html = (body: string, script = '') =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>Site</title><link rel=icon href="data:,">${body}<script>${script}</script></html>`;
export const json = (value: unknown, status = 200): Routes[string] => {
  return (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
};
/** Answers a form with the fields that were sent. */
export const echo = (words: (fields: URLSearchParams) => string): Routes[string] => {
  return async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html(words(new URLSearchParams(body))));
  };
};

export const fill = (label: string, value: string) => (page: Page) => page.getByLabel(label).fill(value);
export const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();
export const follow = (name: string) => (page: Page) => page.getByRole('link', { name }).click();
export const see = (words: string) => (page: Page) => page.getByText(words).first().waitFor();
export const all =
  (...steps: readonly ((page: Page, act: Act) => Promise<unknown>)[]) =>
  async (page: Page, act: Act) => {
    for (const step of steps) await step(page, act);
  };
