/** Statements that were refused, cancelled, or never answered. */
import { gravity, isUnread, type StoryNode } from '../story-node.ts';
import { shown } from '../time-split.ts';
import { asked, cancelOf, nameOf } from './asked.ts';
import { addressOf, type ExchangeNode, type Finder, type Finding, servedBy, short } from './finding.ts';

const MEANINGS: Readonly<Record<string, string>> = {
  '23505': 'a unique constraint was violated',
  '23503': 'a foreign key was violated',
  '23502': 'a column must not be null',
  '23514': 'a check constraint was violated',
  '40P01': 'a deadlock',
  '40001': 'transactions that cannot be put in an order',
  '55P03': 'a lock could not be had',
  '57014': 'the statement was cancelled or took too long',
  '53300': 'too many connections',
  '42P01': 'the table does not exist',
  '42703': 'the column does not exist',
  '22P02': 'a value of the wrong form',
  '22001': 'a value that is too long',
  '22003': 'a number out of range',
  '25P02': 'the transaction had failed before',
  '57P01': 'it was restarted, or an administrator did it',
  '28P01': 'the password is wrong',
  // MySQL's own numbers.
  '1040': 'too many connections',
  '1045': 'the password is wrong',
  '1048': 'a column must not be null',
  '1054': 'the column does not exist',
  '1062': 'a unique constraint was violated',
  '1146': 'the table does not exist',
  '1205': 'a lock could not be had',
  '1213': 'a deadlock',
  '1406': 'a value that is too long',
  '1451': 'a foreign key was violated',
  '1452': 'a foreign key was violated',
};

/** A statement that was refused, and whose failure came out of it. */
export const refused: Finder = ({ around }) => {
  const all = asked(around);
  return all
    .filter(({ item }) => gravity(item) > 0 && item.data.state === 'failed')
    .map((node): Finding => {
      if (isCancelled(node)) return cancelled(node, cancelOf(node, all));
      const { protocol, kind, statement, error = '', errorCode = '' } = node.item.data;
      const outcome = outcomeOf(servedBy(node));
      const code = [errorCode, MEANINGS[errorCode] ?? []].flat().filter(Boolean).join(': ');
      const why = code === '' ? '' : ` (${code})`;
      const isFollower = errorCode === '25P02';
      const did = kind === 'push' ? 'ended a connection' : `refused \`${short(statement, 90)}\``;
      return {
        kind: KINDS[errorCode] ?? 'refused statement',
        words: `${outcome}${nameOf(protocol)} ${did}: ${short(error)}${why}.`,
        weight: isFollower ? 60 : outcome === '' ? 84 : 96,
        nodes: [node],
      };
    });
};

/** Its client asked for that, or somebody else did; what took too long is cancelled by the server itself. */
const isCancelled = ({ item: { data } }: ExchangeNode) =>
  data.errorCode === '1317' || (data.errorCode === '57014' && /user request/.test(data.error ?? ''));

function cancelled(node: ExchangeNode, by: ExchangeNode | undefined): Finding {
  const { protocol, statement } = node.item.data;
  const outcome = outcomeOf(servedBy(node));
  const who = by ? ` by ${by.item.data.client} (\`${short(by.item.data.question, 40)}\`)` : '';
  return {
    kind: 'cancelled statement',
    words: `${outcome}\`${short(statement, 90)}\` was cancelled in ${nameOf(protocol)} after ${shown(node.ms)} ms${who}.`,
    weight: outcome === '' ? 83 : 95,
    nodes: by ? [node, by] : [node],
  };
}

/** A statement whose connection ended before it was answered. */
export const cutConnection: Finder = ({ around }) =>
  asked(around)
    .filter(({ item }) => item.data.state === 'lost' && !isUnread(item))
    .map((node): Finding => {
      const { protocol, statement, error = '', errorCode } = node.item.data;
      const outcome = outcomeOf(servedBy(node));
      const why = errorCode === undefined ? '' : `: ${short(error)} (${errorCode})`;
      return {
        kind: 'cut connection',
        words: `${outcome}the connection to ${nameOf(protocol)} ended before \`${short(statement, 90)}\` was answered${why}.`,
        weight: outcome === '' ? 74 : 95,
        nodes: [node],
      };
    });

/** "GET /orders answered 500 because ", where it failed. */
function outcomeOf(served: StoryNode | undefined): string {
  const status = served && 'status' in served.item.data ? served.item.data.status : undefined;
  return served && Number(status) >= 400 ? `${addressOf(served)} answered ${status} because ` : '';
}

const KINDS: Readonly<Record<string, string>> = {
  '23505': 'constraint violation',
  '23503': 'constraint violation',
  '23502': 'constraint violation',
  '23514': 'constraint violation',
  '40P01': 'deadlock',
  '55P03': 'lock wait',
  '57014': 'statement timeout',
  '53300': 'pool exhausted',
  '1040': 'pool exhausted',
  '1048': 'constraint violation',
  '1062': 'constraint violation',
  '1205': 'lock wait',
  '1213': 'deadlock',
  '1451': 'constraint violation',
  '1452': 'constraint violation',
};
