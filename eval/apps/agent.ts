/** Does a job with one server as a careful reader of its answers would, and notes what the answers were worth. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Step, Target, World } from './app.ts';
import type { Answer, Client, Contender } from './contender.ts';
import type { Observer, Sight } from './observer.ts';

/** How long after an answer the page is looked at again. */
const LATER_MS = 2000;
/** How long an agent would wait for what a step is for. */
const PATIENCE_MS = 8000;
/** How long an application may take to keep what was done. */
const CHECK_MS = 5000;

export type Fault = 'early' | 'false' | 'untold' | 'lost' | 'error';

export interface Finding {
  readonly fault: Fault;
  readonly step: string;
  readonly what: string;
  readonly answer: string;
}

export interface Outcome {
  readonly isRight: boolean;
  readonly wrong: string | undefined;
  readonly calls: number;
  readonly answers: number;
  /** Answers with something that a step is for. */
  readonly facts: number;
  readonly text: number;
  readonly data: number;
  readonly files: number;
  readonly ms: number;
  readonly opening: readonly number[];
  readonly findings: readonly Finding[];
  readonly transcript: readonly { readonly call: string; readonly answer: string }[];
}

/** A step that cannot be done. */
class Stuck extends Error {}

export async function doJob(job: Job, contender: Contender, client: Client, world: World): Promise<Outcome> {
  const agent = new Agent(contender, client, world);
  const before = { calls: client.calls, ms: client.ms, ...client.characters };
  let wrong: string | undefined;
  try {
    for (const [place, step] of job.steps.entries()) await agent.take(step, job.steps[place + 1]);
  } catch (error) {
    wrong = error instanceof Stuck ? error.message : String(error);
  }
  const after = { calls: client.calls, ms: client.ms, ...client.characters };
  const verdict = await verdictOf(job, world);
  if (verdict !== true) wrong = wrong ? `${wrong}; ${verdict}` : verdict;
  return {
    isRight: verdict === true,
    wrong,
    calls: after.calls - before.calls,
    answers: agent.answers,
    facts: agent.facts,
    text: after.text - before.text,
    data: after.data - before.data,
    files: after.files - before.files,
    ms: after.ms - before.ms,
    opening: agent.opening,
    findings: agent.findings,
    transcript: agent.transcript,
  };
}

async function verdictOf(job: Job, world: World): Promise<true | string> {
  const end = performance.now() + CHECK_MS;
  for (;;) {
    const verdict = await Promise.resolve(job.check(world)).catch(
      (error: unknown) => `the check fails: ${String(error).slice(0, 300)}`,
    );
    if (verdict === true || performance.now() > end) return verdict;
    await sleep(250);
  }
}

class Agent {
  readonly #contender: Contender;
  readonly #client: Client;
  readonly #page: Observer;
  readonly #url: string;
  /** What was read of the page that is open, newest first. */
  #known: string[] = [];
  answers = 0;
  facts = 0;
  readonly opening: number[] = [];
  readonly findings: Finding[] = [];
  readonly transcript: { call: string; answer: string }[] = [];

  constructor(contender: Contender, client: Client, world: World) {
    this.#contender = contender;
    this.#client = client;
    this.#page = world.page;
    this.#url = world.url;
  }

  async take(step: Step, next: Step | undefined): Promise<void> {
    const label = labelOf(step);
    const before = step.do === 'open' ? undefined : await this.#page.look();
    let answer = await this.#act(step, label);
    if (answer.isError && 'at' in step) {
      this.#note('error', label, 'the call failed', answer.text);
      this.#known = [];
      await this.#judgeNext(label, answer, step);
      answer = await this.#act(step, label);
    }
    if (answer.isError) throw new Stuck(`${label}: ${answer.text.slice(0, 300)}`);
    this.answers++;
    if (step.do === 'open') this.opening.push(answer.ms);
    const atOnce = await this.#page.look();
    await this.#judgeClaim(label, answer, before, atOnce);
    await this.#judgeTold(step, label, answer, atOnce);
    await this.#judgeNext(label, answer, next);
  }

  /** "Nothing changed", beside what the page shows at once and a little later. */
  async #judgeClaim(
    label: string,
    answer: Answer,
    before: Sight | undefined,
    atOnce: Sight | undefined,
  ): Promise<void> {
    const claim = /Nothing (?:on the page|in the outline)?[^.\n]*changed/.exec(answer.text)?.[0];
    if (!claim || !before || !atOnce) return;
    await sleep(500);
    const later = await this.#page.look();
    await sleep(500);
    const last = await this.#page.look();
    if (!later || !last) return;
    const told = /\nurl: /.test(answer.text) ? [] : ['url', 'title'];
    const things = [
      ...told,
      'text',
      'values',
      'states',
      ...(claim.includes('outline') ? [] : ['places', 'scroll', 'focus']),
    ];
    // What changes all the time, a clock or a turning wheel, is not the action's.
    const still = things.filter((thing) => later.sums[thing] === last.sums[thing]);
    const wrong = still.filter((thing) => before.sums[thing] !== atOnce.sums[thing]);
    const late = still.filter((thing) => !wrong.includes(thing) && atOnce.sums[thing] !== later.sums[thing]);
    if (wrong.length > 0)
      this.#note(
        'false',
        label,
        `changed: ${wrong.map((thing) => change(thing, before, atOnce)).join(', ')}`,
        answer.text,
      );
    else if (late.length > 0)
      this.#note(
        'early',
        label,
        `changed within 0.5 s: ${late.map((thing) => change(thing, atOnce, later)).join(', ')}`,
        answer.text,
      );
  }

  async #judgeTold(step: Step, label: string, answer: Answer, atOnce: Sight | undefined): Promise<void> {
    const { tells } = step;
    if (tells === undefined) return;
    this.facts++;
    if (has(`${answer.text}\n${answer.filed}`, tells)) return;
    const shows = (sight: Sight | undefined) =>
      sight !== undefined && has(`${sight.url} ${sight.title} ${sight.text}`, tells);
    if (shows(atOnce))
      return this.#note('untold', label, `${tells} was on the page and not in the answer`, answer.text);
    const began = performance.now();
    for (;;) {
      const isThere = shows(await this.#page.look());
      const passed = Math.round(performance.now() - began);
      if (isThere)
        return this.#note('early', label, `${tells} came within ${passed} ms after the answer`, answer.text);
      if (passed > PATIENCE_MS)
        return this.#note('lost', label, `${tells} is neither told nor on the page`, answer.text);
      await sleep(100);
    }
  }

  /** Whether the next step finds its elements in what was read; else looks again as an agent would. */
  async #judgeNext(label: string, answer: Answer, next: Step | undefined): Promise<void> {
    const missing = () =>
      (next ? targetsOf(next) : []).filter((one) => (this.#ref(one) ?? this.#byText(one)) === undefined);
    if (missing().length === 0) return;
    await this.#call('browser_snapshot', {});
    const outline = this.#known[0] ?? '';
    const lost = missing()[0];
    for (const args of this.#contender.more(outline)) {
      if (missing().length === 0) break;
      await this.#call('browser_snapshot', args);
    }
    if (!lost) return;
    if (missing().length === 0)
      return this.#note(
        'lost',
        label,
        `the outline has no ref of ${nameOf(lost)}; asked for all, it has`,
        outline,
      );
    await sleep(LATER_MS);
    await this.#call('browser_snapshot', {}, true);
    if (missing().length === 0)
      this.#note(
        'early',
        label,
        `${nameOf(lost)} came later than the answer and an outline after it`,
        answer.text,
      );
    else this.#note('lost', label, `no outline has a ref of ${nameOf(lost)}`, this.#known[0] ?? '');
  }

  async #act(step: Step, label: string): Promise<Answer> {
    const at = 'at' in step ? this.#mustFind(step.at) : undefined;
    switch (step.do) {
      case 'open': {
        const answer = await this.#call('browser_navigate', { url: new URL(step.path, this.#url).href });
        if (!/beforeunload|modal state/i.test(answer.text)) return answer;
        return this.#call('browser_handle_dialog', { accept: true });
      }
      case 'click':
        return this.#call('browser_click', {
          element: label,
          target: at,
          ...(step.double ? { doubleClick: true } : {}),
        });
      case 'type':
        return this.#call('browser_type', {
          element: label,
          target: at,
          text: step.text,
          ...(step.submit ? { submit: true } : {}),
          ...(step.slowly ? { slowly: true } : {}),
        });
      case 'press':
        return this.#call('browser_press_key', { key: step.key });
      case 'choose':
        return this.#call('browser_select_option', { element: label, target: at, values: [step.value] });
      case 'fill': {
        const fields: object[] = [];
        for (const one of step.fields)
          fields.push({
            element: nameOf(one),
            name: String(one.name),
            target: this.#mustFind(one),
            type: one.type,
            value: one.value,
          });
        return this.#call('browser_fill_form', { fields });
      }
      case 'hover':
        return this.#call('browser_hover', { element: label, target: at });
      case 'drag':
        return this.#call('browser_drag', {
          startElement: nameOf(step.at),
          startTarget: at,
          endElement: nameOf(step.to),
          endTarget: this.#mustFind(step.to),
        });
      case 'dialog':
        return this.#call('browser_handle_dialog', {
          accept: step.accept,
          ...(step.text === undefined ? {} : { promptText: step.text }),
        });
      case 'wait':
        return this.#call('browser_wait_for', { text: step.text });
      case 'back':
        return this.#call('browser_navigate_back', {});
    }
  }

  #mustFind(target: Target): string {
    const ref = this.#ref(target) ?? this.#byText(target);
    if (ref === undefined) throw new Stuck(`no outline has ${nameOf(target)}`);
    return ref;
  }

  /** What is seen as it is meant, a line or a cell, and has no ref is acted on by its words. */
  #byText({ name, nth }: Target): string | undefined {
    if (typeof name !== 'string' || nth !== 0) return undefined;
    const isSeen = this.#known.some((text) =>
      text
        .replaceAll(/\([^()\n]*\[e\d+[^()\n]*\)/g, '\n')
        .split(/\n| \| | : |: |, /)
        .some(
          (part) => part.replace(/^ *(?:[+~] )?(?:- |\* )?/, '').replace(/[^\p{L}\p{N}.]+$/u, '') === name,
        ),
    );
    return isSeen ? this.#contender.byText(name) : undefined;
  }

  #ref(target: Target): string | undefined {
    for (const text of this.#known) {
      const ref = this.#contender.find(text, target);
      if (ref !== undefined) return ref;
    }
    return undefined;
  }

  async #call(name: string, args: Readonly<Record<string, unknown>>, isProbe = false): Promise<Answer> {
    const answer = await this.#client.call(name, args, isProbe);
    const read = `${answer.text}\n${answer.filed}`;
    if (this.#isWhole(name, read)) this.#known = [read];
    else if (!answer.isError) this.#known.unshift(read);
    this.transcript.push({
      call: `${isProbe ? '(probe) ' : ''}${name} ${JSON.stringify(args)}`,
      answer: read.slice(0, 20_000),
    });
    return answer;
  }

  /** Whether what was read before is of no more use. */
  #isWhole(name: string, read: string): boolean {
    if (name === 'browser_navigate' || name === 'browser_snapshot') return true;
    const hasRefs = this.#contender.find(read, { role: '*', name: /(?:)/, nth: 0 }) !== undefined;
    return hasRefs && (this.#contender.answersWhole || (/\nurl: /.test(read) && !/^[+~-] |^in /m.test(read)));
  }

  #note(fault: Fault, step: string, what: string, answer: string): void {
    this.findings.push({ fault, step, what, answer: answer.slice(0, 2000) });
  }
}

function change(thing: string, before: Sight, after: Sight): string {
  const [a, b] = [before.sums[thing] ?? '', after.sums[thing] ?? ''];
  return thing === 'url' || thing === 'title' || thing === 'focus' ? `${thing} (${a} → ${b})` : thing;
}

const plain = (text: string) => text.replaceAll('\\"', '"').replaceAll(/\s+/g, ' ');

function has(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? plain(text).includes(plain(wanted)) : wanted.test(plain(text));
}

function targetsOf(step: Step): readonly Target[] {
  if (step.do === 'fill') return step.fields;
  if (step.do === 'drag') return [step.at, step.to];
  return 'at' in step ? [step.at] : [];
}

const nameOf = ({ role, name, nth }: Target) =>
  `${role} ${typeof name === 'string' ? JSON.stringify(name) : String(name)}${nth === 0 ? '' : ` (${nth})`}`;

function labelOf(step: Step): string {
  const target = targetsOf(step).map(nameOf).join(', ');
  const what =
    'text' in step
      ? ` ${JSON.stringify(step.text)}`
      : 'key' in step
        ? ` ${step.key}`
        : 'path' in step
          ? ` ${step.path}`
          : '';
  return `${step.do}${target ? ` ${target}` : ''}${what}`;
}
