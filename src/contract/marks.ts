/**
 * What a person drew on a page, wherever they did it: on the page itself, on a frozen picture of it, or in a browser of
 * their own. Lengths are CSS pixels of the viewport at that moment; a field that is not known is absent.
 */
import { z } from 'zod';

export const MARK_KINDS = ['box', 'arrow', 'line'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

const point = z.object({ x: z.number(), y: z.number() });
const box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type MarkPoint = z.infer<typeof point>;
export type MarkBox = z.infer<typeof box>;

/** What is seen at a mark without asking the browser any further. */
const foundElement = z.object({
  /** Unique in its document. `>>>` goes into a shadow root. */
  selector: z.string(),
  /** The frame that it is in, when it is not the page itself. */
  frame: z.string().optional(),
  tag: z.string(),
  text: z.string(),
  classes: z.array(z.string()),
  id: z.string().optional(),
  box,
  html: z.string(),
  parentSelector: z.string().optional(),
  /** What it stands in: a form, a list, a section. */
  around: z.string().optional(),
  testId: z.string().optional(),
  /** What can be seen of its accessibility at once, such as `small_touch_target:20x20`. */
  flags: z.array(z.string()),
});
export type FoundElement = z.infer<typeof foundElement>;

/** One mark as it was drawn, with its words. An arrow points from its first to its last point. */
export const drawnMark = z.object({
  number: z.int().min(1),
  kind: z.enum(MARK_KINDS),
  box,
  points: z.array(point).max(2000),
  text: z.string().max(2000),
  url: z.string(),
  viewport: z.object({ width: z.number(), height: z.number() }),
  /** How far the page was scrolled. */
  scroll: point,
  /** What lies below it, the one that is meant first. */
  elements: z.array(foundElement).max(15),
});
export type DrawnMark = z.infer<typeof drawnMark>;

/** What whoever lets the person draw says. */
export const drawWord = z.discriminatedUnion('say', [
  z.object({ say: z.literal('mark'), mark: drawnMark }),
  z.object({ say: z.literal('removed'), number: z.int() }),
  z.object({ say: z.literal('done') }),
  z.object({ say: z.literal('declined') }),
  /** It cannot go on. */
  z.object({ say: z.literal('broken'), why: z.string() }),
]);
export type DrawWord = z.infer<typeof drawWord>;

/** What the browser knows of the element that is meant. */
const markedElement = foundElement.extend({
  role: z.string().optional(),
  name: z.string().optional(),
  styles: z.record(z.string(), z.string()),
  /** Rules that match, the strongest first. */
  rules: z.array(z.unknown()).optional(),
  /** The accessibility tree around it, as lines. */
  outline: z.string().optional(),
});
export type MarkedElement = z.infer<typeof markedElement>;

const pictures = z.object({
  /** Files: the same view with the marks and without. */
  marked: z.string().optional(),
  plain: z.string().optional(),
});
export type MarkPictures = z.infer<typeof pictures>;

const MARK_STATES = ['open', 'answered', 'done'] as const;

/** A mark as it is kept. */
const keptMark = drawnMark.omit({ elements: true }).extend({
  id: z.string(),
  /** ISO time. */
  time: z.string(),
  title: z.string(),
  element: markedElement.optional(),
  /** Other elements below it. */
  others: z.array(z.object({ selector: z.string(), tag: z.string(), text: z.string() })),
  pictures,
  state: z.enum(MARK_STATES),
  /** What an agent answered. */
  reply: z.string().optional(),
});
export type KeptMark = z.infer<typeof keptMark>;

/** One request to draw, and what came of it. */
export const drawing = z.object({
  id: z.string(),
  /** A name by which several of them belong together. */
  session: z.string().optional(),
  /** What was asked for. */
  question: z.string().optional(),
  /** What the person says to all of it. */
  note: z.string().optional(),
  /** What an agent answered to that. */
  reply: z.string().optional(),
  source: z.enum(['overlay', 'app', 'extension']),
  tab: z.string(),
  url: z.string(),
  title: z.string(),
  status: z.enum(['waiting', 'drawing', 'submitted', 'declined', 'broken']),
  /** ISO times. */
  asked: z.string(),
  ended: z.string().optional(),
  marks: z.array(keptMark),
  pictures,
});
export type Drawing = z.infer<typeof drawing>;
