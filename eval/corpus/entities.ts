import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import type { Chance } from './random.ts';

/** Something private with the words that would stand before it on a screen. */
export interface Sample {
  readonly kind: string;
  readonly label: string;
  readonly text: string;
}

const givenNames =
  'anna ben carla david elif farid greta hugo ines jonas karin luis mara nils olga paul'.split(' ');
const familyNames =
  'becker costa dupont evans fischer garcia hoffman ito jensen klein lopez moreau novak'.split(' ');
const hosts = 'northwind acme-labs contoso brightmail fabrikam postfach blueriver quartz-it'.split(' ');
const endings = ['com', 'org', 'net', 'io', 'de', 'co.uk', 'dev', 'fr'];

export function email(chance: Chance): Sample {
  const [given, family] = [chance.pick(givenNames), chance.pick(familyNames)];
  const user = chance.pick([
    `${given}.${family}`,
    `${given[0]}${family}`,
    `${given}_${family}${chance.between(1, 99)}`,
    `${given}+${chance.pick(['news', 'shop', 'test'])}`,
    `${given}-${family}`,
  ]);
  const host = `${chance.is(0.25) ? 'mail.' : ''}${chance.pick(hosts)}.${chance.pick(endings)}`;
  return {
    kind: 'email',
    label: chance.pick(['Email', 'Contact', 'E-Mail', 'From']),
    text: `${user}@${host}`,
  };
}

const countries: readonly CountryCode[] = [
  'US',
  'US',
  'US',
  'DE',
  'DE',
  'GB',
  'FR',
  'NL',
  'AT',
  'CH',
  'ES',
  'IT',
  'IN',
  'AU',
];

/** A valid number of the country, its last digits changed by chance. */
export function phone(chance: Chance, inGerman = false): Sample {
  const country = inGerman ? 'DE' : chance.pick(countries);
  const base = getExampleNumber(country, examples)!;
  for (;;) {
    const start =
      country === 'US' ? chance.pick(['415555', '212555', '312867', '206342', '646739']) : undefined;
    const keep = base.nationalNumber.length - 5;
    const national = start ? start + chance.digits(4) : base.nationalNumber.slice(0, keep) + chance.digits(5);
    const number = parsePhoneNumberFromString(national, country);
    if (!number?.isValid()) continue;
    const us = [
      `(${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`,
      `${national.slice(0, 3)}-${national.slice(3, 6)}-${national.slice(6)}`,
      `+1 ${national.slice(0, 3)}-${national.slice(3, 6)}-${national.slice(6)}`,
      `${national.slice(0, 3)}.${national.slice(3, 6)}.${national.slice(6)}`,
    ];
    const ways = [number.formatInternational(), number.formatInternational(), number.number];
    if (country === 'US') ways.push(...us);
    if (country === 'DE' && inGerman) ways.push(number.formatNational());
    const label = inGerman
      ? chance.pick(['Telefon', 'Tel.', 'Mobil'])
      : chance.pick(['Phone', 'Tel', 'Mobile', 'Call']);
    return { kind: 'phone', label, text: chance.pick(ways) };
  }
}

function ssn(chance: Chance): Sample {
  const area = chance.pick([chance.between(1, 665), chance.between(667, 899)]);
  const parts = [String(area).padStart(3, '0'), String(chance.between(1, 99)).padStart(2, '0')];
  parts.push(String(chance.between(1, 9999)).padStart(4, '0'));
  return {
    kind: 'ssn',
    label: chance.pick(['SSN', 'Social security']),
    text: parts.join(chance.is(0.85) ? '-' : ' '),
  };
}

export function luhnDigit(body: string): string {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    const digit = Number(body[body.length - 1 - i]);
    sum += i % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return String((10 - (sum % 10)) % 10);
}

export function card(chance: Chance): Sample {
  const start = chance.pick(['4', '4', '51', '53', '55', '2223', '6011', '34', '37', '3530']);
  const length = start.startsWith('34') || start.startsWith('37') ? 15 : 16;
  const body = start + chance.digits(length - 1 - start.length);
  const digits = body + luhnDigit(body);
  const groups = length === 15 ? /^(\d{4})(\d{6})(\d{5})$/ : /^(\d{4})(\d{4})(\d{4})(\d{4})$/;
  const parts = groups.exec(digits)!.slice(1);
  const text = parts.join(chance.pick([' ', ' ', '-', '']));
  return { kind: 'credit_card', label: chance.pick(['Card', 'Visa', 'Card number', 'Paid with']), text };
}

const ibanShapes: Readonly<Record<string, string>> = {
  DE: 'd'.repeat(18),
  AT: 'd'.repeat(16),
  CH: `${'d'.repeat(5)}${'c'.repeat(12)}`,
  NL: `LLLL${'d'.repeat(10)}`,
  GB: `LLLL${'d'.repeat(14)}`,
  ES: 'd'.repeat(20),
  FR: 'd'.repeat(23),
  BE: 'd'.repeat(12),
};

export function iban(chance: Chance): Sample {
  const country = chance.pick(Object.keys(ibanShapes));
  const bank = [...ibanShapes[country]!]
    .map((sign) => (sign === 'L' ? chance.text(1, 'ABDEFGHKLNPRTUW') : chance.digits(1)))
    .join('');
  const asNumber = [...`${bank}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('');
  const check = String(98n - (BigInt(asNumber) % 97n)).padStart(2, '0');
  const plain = `${country}${check}${bank}`;
  const text = chance.is(0.7) ? plain.replaceAll(/(.{4})(?=.)/g, '$1 ') : plain;
  return { kind: 'iban', label: chance.pick(['IBAN', 'Account', 'Konto']), text };
}

export function ip(chance: Chance): Sample {
  if (chance.is(0.65)) {
    const first = chance.pick([10, 172, 192, 203, 84, 91, 35, 198]);
    const rest = [chance.between(0, 255), chance.between(0, 255), chance.between(1, 254)];
    return {
      kind: 'ip_address',
      label: chance.pick(['IP', 'Host', 'Client', 'from']),
      text: [first, ...rest].join('.'),
    };
  }
  const groups = Array.from({ length: 8 }, () => chance.hex(4).replace(/^0+(?=.)/, ''));
  const text = chance.is(0.5) ? groups.join(':') : `2001:db8:${groups[0]}::${groups[1]}:${groups[2]}`;
  return { kind: 'ip_address', label: chance.pick(['IPv6', 'Host', 'Client']), text };
}

const base64url = '-_';
const vendorKeys: readonly ((chance: Chance) => string)[] = [
  (c) => `sk-ant-api03-${c.token(40, base64url)}`,
  (c) => `sk-proj-${c.token(40)}`,
  (c) => `AKIA${c.text(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
  (c) => `ghp_${c.token(36)}`,
  (c) => `github_pat_${c.token(22)}_${c.token(59)}`,
  (c) => `glpat-${c.token(20, base64url)}`,
  (c) => `xoxb-${c.digits(12)}-${c.digits(12)}-${c.token(24)}`,
  (c) => `AIza${c.token(35, base64url)}`,
  (c) => `sk_live_${c.token(24)}`,
  (c) => `rk_test_${c.token(24)}`,
  (c) => `SG.${c.token(22)}.${c.token(43)}`,
  (c) => `npm_${c.token(36)}`,
  (c) => `hf_${c.token(34)}`,
  (c) => `dop_v1_${c.hex(64)}`,
  (c) => `shpat_${c.hex(32)}`,
];

export function vendorKey(chance: Chance): Sample {
  return {
    kind: 'api_key',
    label: chance.pick(['Key', 'Token', 'API key', 'key']),
    text: chance.pick(vendorKeys)(chance),
  };
}

/** A key that only its name gives away. */
export function namedKey(chance: Chance): Sample {
  return { kind: 'api_key', label: 'API_KEY', text: chance.is(0.5) ? chance.token(32) : chance.hex(32) };
}

const base64 = (text: string) => Buffer.from(text).toString('base64url');

export function jwt(chance: Chance): Sample {
  const head = base64(JSON.stringify({ alg: chance.pick(['HS256', 'RS256']), typ: 'JWT' }));
  const body = base64(
    JSON.stringify({ sub: chance.digits(6), exp: 1_700_000_000 + chance.between(0, 9_999_999) }),
  );
  return {
    kind: 'jwt',
    label: chance.pick(['Token', 'Authorization: Bearer', 'jwt']),
    text: `${head}.${body}.${chance.token(43)}`,
  };
}

function arn(chance: Chance): Sample {
  const account = chance.digits(12);
  const text = chance.pick([
    `arn:aws:iam::${account}:role/${chance.pick(['deploy', 'reader', 'ops-admin'])}`,
    `arn:aws:lambda:eu-central-1:${account}:function:${chance.pick(['resize', 'notify'])}`,
    `arn:aws:sns:us-east-1:${account}:alerts`,
  ]);
  return { kind: 'aws_arn', label: chance.pick(['ARN', 'Role', 'Resource']), text };
}

function urlWithCredentials(chance: Chance): Sample {
  const user = chance.pick(['admin', 'app', 'deploy', 'svc']);
  const text = `${chance.pick(['https', 'postgres', 'redis', 'ftp'])}://${user}:${chance.token(10)}@${chance.pick(hosts)}.${chance.pick(['internal', 'net', 'io'])}/${chance.pick(['main', 'repo', '0'])}`;
  return { kind: 'url_credentials', label: chance.pick(['URL', 'DATABASE_URL', 'Remote']), text };
}

export function privateKey(chance: Chance): readonly string[] {
  const name = chance.pick(['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'EC PRIVATE KEY']);
  const lines = Array.from({ length: 4 }, () => chance.token(48, '+/'));
  return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`];
}

const makers = [
  email,
  email,
  phone,
  phone,
  ssn,
  card,
  iban,
  ip,
  ip,
  vendorKey,
  vendorKey,
  jwt,
  arn,
  urlWithCredentials,
];

export function anyEntity(chance: Chance): Sample {
  return chance.pick(makers)(chance);
}

/** With its label before it. */
export function labelledEntity(chance: Chance): Sample {
  return chance.pick([...makers, namedKey])(chance);
}

/** What fits into a table cell or a form field. */
export function shortEntity(chance: Chance, inGerman = false): Sample {
  const maker = chance.pick([email, phone, ssn, card, iban, ip]);
  return maker === phone ? phone(chance, inGerman) : maker(chance);
}
