import { type Frame, fileOf, framesIn, functionOf, isOwnCode } from './frames.ts';
import { isOfEngine, likeness, maskedWords, namesSame, templateAddress } from './mask.ts';

/** An error, whoever saw it. */
export interface ErrorSample {
  /** What whoever raised it says it is: errors with the same one are the same. */
  readonly fingerprint?: string | undefined;
  /** Its class, such as TypeError. */
  readonly name?: string | undefined;
  readonly message: string;
  /** The innermost call first, each in its source where that is known. */
  readonly frames: readonly Frame[];
  /** Of a request that failed. */
  readonly request?: { readonly method: string; readonly url: string; readonly outcome: string } | undefined;
}

export interface Cluster<T> {
  readonly sample: ErrorSample;
  readonly members: T[];
}

interface Signature {
  /** Only errors of the same bucket are compared. */
  readonly bucket: string;
  readonly words: readonly string[];
  readonly isOfEngine: boolean;
  readonly place?:
    | { readonly file: string; readonly line: number; readonly column: number; readonly isNamed: boolean }
    | undefined;
}

/** Functions through which many errors pass: who called them says more. */
const PASSED_THROUGH =
  /^(?:\w+\.)*(?:invariant|assert\w*|check\w*|must|fail|raise|throw\w*|ensure\w*|unwrap|request|send|fetch\w*|api\w*|http\w*|call\w*|invoke|wrap\w*|report\w*|capture\w*|log\w*|handle\w*Error|onError|error)$/i;

/** From so alike on, two messages are the same: thrown at one place, at two of one function, or nobody knows where. */
const AT_ONE_PLACE = 0.5;
const IN_ONE_FUNCTION = 0.66;
const ANYWHERE = 0.7;
/** So many of a bucket are compared word by word. */
const MOST_COMPARED = 300;
/** An error has several forms, such as a line in each release: so many of them are held against the next. */
const MOST_FORMS = 5;

/** Errors that are the same one, in the order in which they first came. */
export function clusterErrors<T>(errors: readonly T[], sampleOf: (error: T) => ErrorSample): Cluster<T>[] {
  const clusters: (Cluster<T> & { readonly signatures: Signature[] })[] = [];
  const buckets = new Map<string, (typeof clusters)[number][]>();
  const known = new Map<string, (typeof clusters)[number]>();
  for (const error of errors) {
    const sample = sampleOf(error);
    const signature = signatureOf(sample);
    const { bucket, words, place } = signature;
    const key = JSON.stringify([bucket, words, place]);
    const others = buckets.get(bucket) ?? [];
    const isKnown = known.has(key);
    const same =
      known.get(key) ??
      others
        .slice(0, MOST_COMPARED)
        .find(({ signatures }) => signatures.some((one) => isSame(one, signature)));
    const cluster = same ?? { sample, members: [], signatures: [] };
    cluster.members.push(error);
    known.set(key, cluster);
    if (!isKnown && cluster.signatures.length < MOST_FORMS) cluster.signatures.push(signature);
    if (same) continue;
    clusters.push(cluster);
    buckets.set(bucket, [...others, cluster]);
  }
  return clusters;
}

function isSame(one: Signature, other: Signature): boolean {
  if (!one.place || !other.place) return one.words === other.words || alike(one, other) >= ANYWHERE;
  const { file, line, column, isNamed } = one.place;
  // In a minified file, and in a function without a name, one line may have several places.
  const isLine = file === other.place.file && line === other.place.line;
  const isPlace = isLine && ((line > 3 && isNamed) || column === other.place.column);
  if (isPlace && one.isOfEngine && other.isOfEngine) return true; // browsers have their own words for it
  return alike(one, other) >= (isPlace ? AT_ONE_PLACE : IN_ONE_FUNCTION);
}

/** An engine's words differ in nothing but the names that they speak of, so those must be the same. */
const alike = (one: Signature, other: Signature) =>
  one.isOfEngine && other.isOfEngine
    ? Number(one.words.join(' ') === other.words.join(' '))
    : namesSame(one.words, other.words)
      ? likeness(one.words, other.words)
      : 0;

function signatureOf({ fingerprint, request, ...sample }: ErrorSample): Signature {
  const plain = { words: [], isOfEngine: false };
  if (fingerprint !== undefined) return { ...plain, bucket: `fingerprint ${fingerprint}` };
  if (request) {
    const { method, url, outcome } = request;
    return { ...plain, bucket: `request ${method} ${templateAddress(url)} ${outcome}` };
  }
  const { name, text } = namedMessage(sample.name, sample.message);
  const words = maskedWords(text);
  const said = { words, isOfEngine: isOfEngine(text) };
  const own = framesOf(sample).filter(isOwnCode);
  const [top, caller] = own;
  // A line of a minified file tells nothing that its message would not.
  if (!top) return { ...said, bucket: `words ${name} ${words[0] ?? ''}` };
  const isPassedThrough = PASSED_THROUGH.test(functionOf(top)) && caller !== undefined;
  const where = isPassedThrough ? [top, caller] : [top];
  const path = where.map((frame) => `${fileOf(frame)} ${functionOf(frame)}`).join(' < ');
  const at = isPassedThrough ? caller : top;
  return {
    ...said,
    bucket: `place ${name} ${path}`,
    place: { file: at.url, line: at.line, column: at.column, isNamed: functionOf(at) !== '' },
  };
}

/** What is printed in a message is where it was raised; the rest is where somebody logged it. */
function framesOf({ frames, message }: ErrorSample): readonly Frame[] {
  const printed = framesIn(message);
  return printed.length > 0 ? printed : frames;
}

/** The class and the words, whichever way they were told. */
export function namedMessage(name: string | undefined, message: string): { name: string; text: string } {
  let text = message
    .trim()
    .replace(
      /^(?:ERROR |Uncaught |Unhandled (?:promise )?rejection:? |\(in promise\):? |Error: Uncaught )+/i,
      '',
    )
    .replace(/^\(in promise\):? /, '');
  const found = /^([A-Z]\w{0,60}(?:Error|Exception|Warning|Response)|Error)(?: \[[^\]]{1,60}\])?: /.exec(
    text,
  );
  if (found) text = text.slice(found[0].length);
  return { name: name ?? found?.[1] ?? '', text };
}
