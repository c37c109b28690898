import { BlockList, isIP } from 'node:net';
import type { Target } from './upstream.ts';

/** Whether a target is to be reached without the proxy. The words are Chromium's: `.internal, 10.0.0.0/8, <local>`. */
export function bypassOf(words: string | undefined): (target: Target) => boolean {
  const rules = (words ?? '')
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(ruleOf);
  return (target) => rules.some((rule) => rule(target));
}

function ruleOf(word: string): (target: Target) => boolean {
  if (word === '<local>') return ({ host }) => !host.includes('.') && isIP(host) === 0;
  const range = /^\[?([\da-f.:]+)\]?\/(\d+)$/i.exec(word);
  if (range) return rangeOf(range[1]!, Number(range[2]));
  const [, pattern = word, port] = /^(?:[a-z]+:\/\/)?(.+?)(?::(\d+))?$/i.exec(word) ?? [];
  const parts = `${pattern.startsWith('.') ? '*' : ''}${pattern.replaceAll(/[[\]]/g, '')}`
    .toLowerCase()
    .split('*');
  return (target) =>
    (port === undefined || Number(port) === target.port) && isLike(target.host.toLowerCase(), parts);
}

function rangeOf(address: string, bits: number): (target: Target) => boolean {
  const list = new BlockList();
  list.addSubnet(address, bits, familyOf(address));
  return ({ host }) => isIP(host) !== 0 && list.check(host, familyOf(host));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether a name consists of these parts, with anything between them. */
function isLike(name: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return name === first;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.startsWith(first) && name.endsWith(last) && name.length - last.length >= at;
}
