import { type Frame, fileOf, framesIn, functionOf, isOwnCode, isSource } from './frames.ts';
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
  /** Its class, where it is known: one of a minifier tells nothing. */
  readonly kind: string;
  readonly words: readonly string[];
  readonly isOfEngine: boolean;
  /** In the application. */
  readonly place?: Place | undefined;
  /** It was raised within libraries, and nothing of the application called them. */
  readonly isOfOthers?: boolean;
}

interface Place {
  readonly file: string;
  /** The address of the build: positions tell something within one build, or in a source. */
  readonly build: string;
  readonly line: number;
  readonly column: number;
  readonly function: string;
  readonly isSource: boolean;
}

/** Functions through which many errors pass: who called them says more. */
const PASSED_THROUGH =
  /^(?:\w+\.)*(?:invariant|assert\w*|check\w*|must|fail|raise|throw\w*|ensure\w*|(?:require|expect|verify|validate)[A-Z]\w*|unwrap|request|send|fetch\w*|api\w*|http\w*|call\w*|invoke|wrap\w*|report\w*|capture\w*|log\w*|handle\w*Error|onError|error)$/i;

/** From so alike on, two messages are the same: thrown at one place, at two of one function, or nobody knows where. */
const AT_ONE_PLACE = 0.5;
const IN_ONE_FUNCTION = 0.66;
const ANYWHERE = 0.7;
/** So many clusters of a bucket are compared word by word. */
const MOST_COMPARED = 500;
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
      others.slice(0, MOST_COMPARED).find(({ signatures }) => isOneOf(signatures, signature));
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

/** What is known to be elsewhere from some form of an error is the same only where another form is. */
function isOneOf(forms: readonly Signature[], signature: Signature): boolean {
  const same = forms.filter((one) => isSame(one, signature));
  if (same.length === 0) return false;
  return (
    same.some(({ place }) => nearness(place, signature.place) === 'here') ||
    !forms.some((one) => isElsewhere(one, signature))
  );
}

function isSame(one: Signature, other: Signature): boolean {
  if (isElsewhere(one, other)) return false;
  const near = nearness(one.place, other.place);
  // Browsers have their own words for what happens there.
  if (near === 'here' && areOfEngine(one, other) && isTold(one.place!, other.place!)) return true;
  const least = near === 'here' ? AT_ONE_PLACE : near === 'in the function' ? IN_ONE_FUNCTION : ANYWHERE;
  return alike(one, other) >= least;
}

const areOfEngine = (one: Signature, other: Signature) => one.isOfEngine && other.isOfEngine;

/** Whether they cannot be the same, whatever they say. */
function isElsewhere(one: Signature, other: Signature): boolean {
  if (one.kind !== '' && other.kind !== '' && one.kind !== other.kind) return true;
  const near = nearness(one.place, other.place);
  if (near === 'elsewhere') return true;
  // Of what an engine says the place tells more than the words.
  const isApart =
    near === 'another position' || (one.place && other.isOfOthers) || (one.isOfOthers && other.place);
  return Boolean(isApart) && areOfEngine(one, other);
}

/** What a minifier calls a function may be any function. */
const isTold = (one: Place, other: Place) =>
  (one.function !== '' && other.function !== '') || (one.isSource && other.isSource);

/** How near two errors were raised, as far as their builds can be compared. */
function nearness(
  one: Place | undefined,
  other: Place | undefined,
): 'here' | 'in the function' | 'nobody knows' | 'another position' | 'elsewhere' {
  if (!one || !other) return 'nobody knows';
  const areNamed = one.function !== '' && other.function !== '';
  const isSameFunction = areNamed && isOneFunction(one.function, other.function);
  if (areNamed && !isSameFunction) return 'elsewhere';
  if (one.file !== other.file)
    // Of one of them the map may not have been found.
    return isSameFunction && one.isSource !== other.isSource ? 'in the function' : 'elsewhere';
  // In a minified file, and in a function without a name, one line may have several places.
  const isLine = one.line === other.line;
  if (isLine && ((one.line > 3 && isSameFunction) || one.column === other.column)) return 'here';
  if (isSameFunction || one.isSource) return 'in the function';
  // Of a build that came under the same address later, positions tell nothing.
  return one.build === other.build ? 'another position' : 'nobody knows';
}

/** Also where a minifier has renamed the class. */
const isOneFunction = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

/** An engine's words differ in nothing but the names that they speak of, so those must be the same. */
const alike = (one: Signature, other: Signature) =>
  areOfEngine(one, other)
    ? Number(one.words.join(' ') === other.words.join(' '))
    : namesSame(one.words, other.words)
      ? likeness(one.words, other.words)
      : 0;

function signatureOf({ fingerprint, request, ...sample }: ErrorSample): Signature {
  const plain = { kind: '', words: [], isOfEngine: false };
  if (fingerprint !== undefined) return { ...plain, bucket: `fingerprint ${fingerprint}` };
  if (request) {
    const { method, url, outcome } = request;
    return { ...plain, bucket: `request ${method} ${templateAddress(url)} ${outcome}` };
  }
  const { name: kind, text } = namedMessage(sample.name, sample.message);
  const said = { kind, words: maskedWords(text), isOfEngine: isOfEngine(text) };
  const bucket = said.isOfEngine ? 'of the engine' : 'of somebody';
  const frames = framesOf(sample);
  const own = frames.filter(isOwnCode);
  const [top, caller] = own;
  if (!top) return { ...said, bucket, isOfOthers: frames.length > 0 };
  const at = caller && PASSED_THROUGH.test(functionOf(top)) ? caller : top;
  const { url, line, column } = at;
  // A function without a name lies in the one that calls it, such as what is given to map().
  const around = at.function ? at : (own.find((one) => one.url === url && functionOf(one) !== '') ?? at);
  const place = {
    file: fileOf(at),
    build: url,
    line,
    column,
    function: functionOf(around),
    isSource: isSource(at),
  };
  return { ...said, bucket, place };
}

/** What is printed in a message is where it was raised; the rest is where somebody logged it. */
function framesOf({ frames, message }: ErrorSample): readonly Frame[] {
  const printed = framesIn(message);
  return printed.length > 0 ? printed : frames;
}

/** The class and the words, whichever way they were told. */
export function namedMessage(name = '', message: string): { name: string; text: string } {
  let text = message
    .trim()
    .replace(
      /^(?:ERROR |Uncaught |Unhandled (?:promise )?rejection:? |\(in promise\):? |Error: Uncaught )+/i,
      '',
    )
    .replace(/^\(in promise\):? /, '');
  const found =
    /^(ɵ?[A-Z]\w{0,60}(?:Error|Exception|Warning|Response)|Error|[\w$]{1,2})(?: \[[^\]]{1,60}\])?: /.exec(
      text,
    );
  if (found) text = text.slice(found[0].length);
  // Of a class that a minifier renamed, or that stands for many, what is printed says more.
  const printed = found?.[1] ?? '';
  const kind = isMinified(name) || /^(?:|Error|DOMException)$/.test(name) ? printed || name : name;
  return { name: isMinified(kind) ? '' : kind, text };
}

const isMinified = (name: string) => name.length > 0 && name.length <= 2;
