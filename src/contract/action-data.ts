import { z } from 'zod';
import { place } from './place-data.ts';

/** Several ways to find the same element, best first; one that does not apply is absent. */
const selectors = z.object({
  testId: z.string().optional(),
  /** The attribute that holds it, such as data-testid. */
  testIdAttribute: z.string().optional(),
  role: z.object({ role: z.string(), name: z.string() }).optional(),
  label: z.string().optional(),
  placeholder: z.string().optional(),
  text: z.string().optional(),
  id: z.string().optional(),
  /** Unique in its document. `>>>` goes into a shadow root. */
  css: z.string(),
  /** Tag name, lower case. */
  tag: z.string(),
  /** As a test would write it: `getByRole('button', { name: 'Save' })`, the way into its frame included. */
  locator: z.string().optional(),
});

const ACTION_TYPES = [
  'click',
  'dblclick',
  'contextmenu',
  'input',
  'keypress',
  'select',
  'check',
  'upload',
  'submit',
  'scroll',
  'drag',
  'drop',
  'paste',
  'hover',
  'navigate',
  'back',
  'forward',
  'refresh',
  'new_tab',
  'resize',
  'focus',
  'dialog',
  'download',
  'popup',
  'evaluate',
  'other',
] as const;

/** What a person, an agent or the page itself did. A failed step of an agent is here too, with its `error`. */
export const actionData = z.object({
  ...place,
  type: z.enum(ACTION_TYPES),
  /** `page`: the page did it by itself: dialogs, downloads, popups, and clicks made by a script. */
  source: z.enum(['human', 'ai', 'page']),
  selectors: selectors.optional(),
  /** What was typed or chosen. "[redacted]" for secrets; `length` says how long it was. */
  value: z.string().optional(),
  length: z.int().optional(),
  isRedacted: z.literal(true).optional(),
  /** The type attribute of an input. */
  inputType: z.string().optional(),
  /** How many input events were folded into this one. */
  keystrokes: z.int().optional(),
  checked: z.boolean().optional(),
  key: z.string().optional(),
  modifiers: z.array(z.enum(['Alt', 'Control', 'Meta', 'Shift'])).optional(),
  button: z.enum(['left', 'middle', 'right']).optional(),
  /** 2 for the second click of a double click, which is followed by an item of type dblclick. */
  clickCount: z.int().optional(),
  /** Where the pointer was, in CSS pixels of the frame's viewport. */
  x: z.number().optional(),
  y: z.number().optional(),
  scrollX: z.number().optional(),
  scrollY: z.number().optional(),
  selectedValues: z.array(z.string()).optional(),
  selectedTexts: z.array(z.string()).optional(),
  fileNames: z.array(z.string()).optional(),
  fromUrl: z.string().optional(),
  toUrl: z.string().optional(),
  /** Of a dialog or a download. */
  message: z.string().optional(),
  fileName: z.string().optional(),
  /** The call that did it, by the number that the call has, too. */
  call: z.int().optional(),
  /** An agent's step: its word for it, and the target as it wrote it. */
  step: z.string().optional(),
  target: z.string().optional(),
  detail: z.record(z.string(), z.unknown()).optional(),
  /** Of an agent's step that is recorded as a whole. */
  ms: z.number().optional(),
  settledBy: z.string().optional(),
  /** The code of the fault that it ended with. */
  error: z.string().optional(),
});
export type ActionData = z.infer<typeof actionData>;
