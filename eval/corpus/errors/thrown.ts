/**
 * Errors that were really thrown: small applications of React, Vue, Svelte, Angular, Solid, RxJS, plain scripts and
 * Express, each with faults of a known cause, in several releases (one minified; some without source maps), as the
 * record had them. A line of the file is an error with the application and the number of its cause.
 */
import { readFileSync } from 'node:fs';
import type { ErrorSample } from '../../../src/toolsets/telemetry/analyze/clusters/cluster.ts';
import type { LabelledError } from './corpus.ts';

interface Line extends Omit<ErrorSample, 'frames'> {
  readonly app: string;
  readonly cause: number;
  readonly frames?: readonly (readonly [
    called: string,
    url: string,
    line: number,
    column: number,
    mapped?: 1,
  ])[];
}

export const thrownErrors = (): readonly LabelledError[] =>
  readFileSync(new URL('thrown.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((text) => {
      const { app, frames = [], ...error } = JSON.parse(text) as Line;
      return {
        ...error,
        framework: app,
        frames: frames.map(([called, url, line, column, mapped]) => ({
          url,
          line,
          column,
          function: called,
          isMapped: mapped === 1,
        })),
      };
    });
