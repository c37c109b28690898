/** Retire.js over one script. Its patterns may take very long on a text that is made for it: hence the thread. */
import { createHash } from 'node:crypto';
import retire from 'retire/lib/retire.js';
import vendored from './libraries.vendored.json' with { type: 'json' };
import { serveThread } from './serve-thread.ts';

export interface Script {
  readonly url: string;
  readonly text: string;
}

export interface Weakness {
  readonly severity: string;
  readonly summary: string;
  readonly ids: readonly string[];
  /** The first version without it. */
  readonly below?: string | undefined;
  readonly info?: string | undefined;
}

export interface Library {
  readonly name: string;
  readonly version: string;
  /** By what it was known: its address, its name or its content. */
  readonly by: string;
  readonly weaknesses: readonly Weakness[];
}

export interface Found {
  /** Of the data: what became known later is not known here. */
  readonly date: string;
  readonly libraries: readonly Library[];
}

const known = JSON.parse(retire.replaceVersion(JSON.stringify(vendored.libraries)));
const hasher = { sha1: (text: string) => createHash('sha1').update(text).digest('hex') };

serveThread(({ url, text }: Script): Found => {
  const file = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  const found = [
    ...retire.scanFileContent(text, known, hasher),
    ...retire.scanUri(url, known),
    ...retire.scanFileName(file, known, false),
  ];
  const each = new Map(found.toReversed().map((one) => [`${one.component} ${one.version}`, one]));
  const libraries = [...each.values()].map(({ component, version, detection, vulnerabilities = [] }) => ({
    name: component,
    version,
    by: detection ?? 'name',
    weaknesses: vulnerabilities.map(({ severity = 'medium', identifiers = {}, below, info }) => ({
      severity,
      summary: identifiers.summary ?? 'Known to be vulnerable',
      ids: [...(identifiers.CVE ?? []), ...(identifiers.githubID ? [identifiers.githubID] : [])],
      below,
      info: info?.[0],
    })),
  }));
  return { date: vendored.date, libraries };
});
