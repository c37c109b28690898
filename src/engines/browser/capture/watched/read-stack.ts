import type { Location } from '../../../../contract/place-data.ts';

const CALL = /^\s*at (?:(?:new )?(.*?) \()?(.*?):(\d+):(\d+)\)?$/;
/** Firefox's way: save@http://site/app.js:1:2 */
const FIREFOX_CALL = /^(.*?)@(.*?):(\d+):(\d+)$/;

/** The calls in a stack as the engine writes it, the innermost first. What was awaited is left out. */
export function readStack(text: string): Location[] {
  return text.split('\n').flatMap((line) => {
    if (/^\s*at async /.test(line)) return [];
    const found = CALL.exec(line) ?? FIREFOX_CALL.exec(line);
    if (!found) return [];
    const [, name = '', url = '', at, column] = found;
    // Whose function it is stands before its name; DevTools tell the name alone.
    const called = name.replace(/ \[as .*\]$/, '').replace(/^.*\.(?!\.)/, '');
    const isNamed = called !== '' && called !== '<anonymous>';
    return [
      {
        url: url === '<anonymous>' ? '' : url,
        line: Number(at),
        column: Number(column),
        ...(isNamed && { function: called }),
      },
    ];
  });
}
