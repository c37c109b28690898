/**
 * `node scripts/vendor-libraries.mjs jsrepository-v5.json 2026-08-20` takes what Retire.js knows of vulnerable libraries
 * (Apache-2.0, repository/jsrepository-v5.json of RetireJS/retire.js, as it was on that day) into the product: no
 * package on npm has it, and the product asks nobody on the network.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root } from './run.mjs';
import { say } from './say.mjs';

const [from, date] = process.argv.slice(2);
if (!from || !/^\d{4}-\d\d-\d\d$/.test(date ?? '')) throw new Error('Give the file and its day, YYYY-MM-DD.');

/** By address, name or content; what needs the library to run or to be parsed is not looked for. */
const SEEN_BY = ['uri', 'filename', 'filecontent', 'filecontentreplace', 'hashes'];

const told = Object.entries(JSON.parse(readFileSync(from, 'utf8')))
  .filter(([name]) => name !== 'retire-example')
  .map(([name, { vulnerabilities, extractors }]) => [
    name,
    {
      vulnerabilities: vulnerabilities.map(({ below, atOrAbove, excludes, severity, identifiers, info }) => ({
        below,
        atOrAbove,
        excludes,
        severity,
        identifiers: {
          summary: identifiers?.summary,
          CVE: identifiers?.CVE,
          githubID: identifiers?.githubID,
        },
        info: info?.slice(0, 1),
      })),
      extractors: Object.fromEntries(Object.entries(extractors).filter(([kind]) => SEEN_BY.includes(kind))),
    },
  ])
  .filter(([, { extractors }]) => Object.keys(extractors).length > 0);

const lines = told.map(([name, library]) => `${JSON.stringify(name)}: ${JSON.stringify(library)}`);
const target = path.join(root, 'src', 'engines', 'browser', 'threads', 'libraries.vendored.json');
writeFileSync(target, `{"date": "${date}", "libraries": {\n${lines.join(',\n')}\n}}\n`);
say(`${told.length} libraries of ${date}`);
