import { luhnDigit, type Sample } from './entities.ts';
import type { Chance } from './random.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** Harmless things that look private. */
const makers: readonly ((chance: Chance) => readonly [kind: string, label: string, text: string])[] = [
  (c) => ['version', 'Version', `${c.between(0, 30)}.${c.between(0, 20)}.${c.between(0, 40)}`],
  (c) => [
    'long-version',
    'Build',
    `v${c.between(1, 9)}.${c.between(0, 30)}.${c.between(0, 99)}.${c.between(1, 250)}`,
  ],
  (c) => [
    'browser-version',
    'Chrome',
    `${c.between(100, 140)}.0.${c.between(5000, 7000)}.${c.between(10, 200)}`,
  ],
  (c) => ['date', 'Date', `${c.between(2019, 2026)}-${two(c.between(1, 12))}-${two(c.between(1, 28))}`],
  (c) => [
    'german-date',
    'Datum',
    `${two(c.between(1, 28))}.${two(c.between(1, 12))}.${c.between(2019, 2026)}`,
  ],
  (c) => [
    'date-time',
    'Updated',
    `${c.between(2019, 2026)}-${two(c.between(1, 12))}-${two(c.between(1, 28))} ${two(c.between(0, 23))}:${two(c.between(0, 59))}:${two(c.between(0, 59))}`,
  ],
  (c) => ['time', 'Time', `${two(c.between(0, 23))}:${two(c.between(0, 59))}:${two(c.between(0, 59))}`],
  (c) => ['order', 'Order', `#${c.digits(8)}`],
  (c) => ['invoice', 'Invoice', `INV-${c.between(2019, 2026)}-${c.digits(5)}`],
  (c) => ['sha1', 'Commit', c.hex(40)],
  (c) => ['short-hash', 'Commit', c.hex(8)],
  (c) => ['uuid', 'Request id', `${c.hex(8)}-${c.hex(4)}-4${c.hex(3)}-a${c.hex(3)}-${c.hex(12)}`],
  (c) => ['price', 'Total', `$${c.between(1, 9)},${c.digits(3)}.${c.digits(2)}`],
  (c) => ['euro', 'Summe', `${c.between(1, 99)}.${c.digits(3)},${c.digits(2)} €`],
  (c) => ['bad-card', 'Reference', badCard(c)],
  (c) => ['epoch', 'ts', String(1_600_000_000 + c.between(0, 150_000_000))],
  (c) => ['epoch-ms', 'ts', String(1_600_000_000_000 + c.between(0, 150_000_000_000))],
  (c) => ['mac', 'MAC', Array.from({ length: 6 }, () => c.hex(2)).join(':')],
  (c) => [
    'colour',
    'Colour',
    `rgba(${c.between(0, 255)}, ${c.between(0, 255)}, ${c.between(0, 255)}, 0.${c.between(1, 9)})`,
  ],
  (c) => ['port', 'Listening on', `localhost:${c.between(3000, 9999)}`],
  (c) => [
    'package',
    'Package',
    `${c.pick(['react', 'vite', 'zod', 'left-pad'])}@${c.between(1, 20)}.${c.between(0, 20)}.${c.between(0, 9)}`,
  ],
  (c) => ['mention', 'cc', `@${c.pick(['maria', 'devteam', 'ops-oncall', 'sam_w'])}`],
  (c) => ['scope', 'Call', `std::${c.pick(['vector', 'map', 'string'])}::${c.pick(['size', 'begin', 'at'])}`],
  (c) => [
    'bad-iban',
    'Reference',
    `DE00 ${c.digits(4)} ${c.digits(4)} ${c.digits(4)} ${c.digits(4)} ${c.digits(2)}`,
  ],
  (c) => ['bad-ssn', 'Part', `${c.pick(['000', '666', '912'])}-${c.digits(2)}-${c.digits(4)}`],
  (c) => ['isbn', 'ISBN', `978-3-${c.digits(2)}-${c.digits(6)}-${c.digits(1)}`],
  (c) => ['size', 'Size', `${c.between(1, 999)} ${c.digits(3)} ${c.digits(3)} bytes`],
  (c) => ['resolution', 'Screen', `${c.pick(['1920x1080', '2560x1440', '1280x720'])}`],
  (c) => [
    'plain-url',
    'Docs',
    `https://docs.${c.pick(['example', 'northwind', 'contoso'])}.com/guide/${c.between(1, 90)}`,
  ],
  (c) => ['path', 'File', `/usr/share/${c.pick(['doc', 'fonts', 'locale'])}/file-${c.between(1, 99)}.txt`],
  (c) => [
    'placeholder',
    'API_KEY',
    c.pick(['<your-key-here>', ['$', '{API_KEY}'].join(''), 'process.env.API_KEY', 'changeme', '********']),
  ],
  (c) => ['serial', 'Serial', `${c.text(3, 'ABCDEFGH')}-${c.digits(4)}-${c.digits(4)}-${c.digits(2)}`],
  (c) => ['percent', 'Load', `${c.between(1, 99)}.${c.digits(2)} %`],
];

function badCard(chance: Chance): string {
  const body = `4${chance.digits(14)}`;
  const wrong = String((Number(luhnDigit(body)) + chance.between(1, 9)) % 10);
  return `${body}${wrong}`.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

export function decoy(chance: Chance): Sample {
  const [kind, label, text] = chance.pick(makers)(chance);
  return { kind, label, text };
}

/** What may stand after the name of a secret without being one. */
const plainKinds = new Set([
  'version',
  'date',
  'time',
  'port',
  'plain-url',
  'path',
  'placeholder',
  'price',
  'percent',
  'package',
]);

export function plainDecoy(chance: Chance): Sample {
  for (;;) {
    const sample = decoy(chance);
    if (plainKinds.has(sample.kind)) return sample;
  }
}
