/**
 * Siblings of one kind in a document that has too many elements to be read whole: the rows of a table of thousands.
 * Playwright asks for the styles of every element, which takes minutes there.
 */
export function longRuns(): Element[][] {
  const MOST_ELEMENTS = 20_000;
  const LONG = 300;
  if (document.getElementsByTagName('*').length < MOST_ELEMENTS) return [];
  const runs: Element[][] = [];
  for (const { parentElement } of document.querySelectorAll(`:nth-child(${LONG})`)) {
    let run: Element[] = [];
    const close = () => {
      if (run.length >= LONG) runs.push(run);
      run = [];
    };
    for (const child of parentElement?.children ?? []) {
      if (run[0] && run[0].nodeName !== child.nodeName) close();
      run.push(child);
    }
    close();
  }
  return runs;
}

/** What a search may look for in each of them: texts, names and values, one to a line. */
export function runTexts(_found: unknown, _options: unknown, runs: readonly (readonly Element[])[]): string {
  const textsIn = (node: Node, texts: string[]): string[] => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.nodeValue?.trim()) texts.push(node.nodeValue);
    } else if (node instanceof Element) {
      for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
        const said = node.getAttribute(name);
        if (said) texts.push(said);
      }
      const { value } = node as Partial<HTMLInputElement>;
      if (typeof value === 'string' && value && (node as HTMLInputElement).type !== 'password')
        texts.push(value);
      for (let child = node.firstChild; child; child = child.nextSibling) textsIn(child, texts);
    }
    return texts;
  };
  return JSON.stringify(runs.flat().map((row) => textsIn(row, []).join('\n')));
}

/**
 * The rows that are read, in what is a document's order: the first and last, what is on the screen, has the focus,
 * differs from the others, was read before or is looked for. The rest is stepped over by whoever goes from one sibling
 * to the next, past a text that says so. Gives what was left out, and a way back.
 */
export function stepOver(runs: readonly (readonly Element[])[], wanted: readonly number[]) {
  const FIRST = 100;
  const LAST = 3;
  const MOST_KINDS = 50;
  const RARE = 0.01;
  const MOST_KNOWN = 500;
  const WORDS: Readonly<Record<string, string>> = { TR: 'rows', LI: 'list items', OPTION: 'options' };
  const asked = new Set(wanted);
  const left = new Set<Element>();
  const joints: Node[] = [];
  const join = (node: Node, next: Node | null) => {
    Object.defineProperty(node, 'nextSibling', { configurable: true, value: next });
    joints.push(node);
  };
  const kindOf = (row: Element) => `${row.childElementCount} ${row.getAttribute('class')}`;
  const isOnScreen = (row: Element) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const oddKinds = (run: readonly Element[]) => {
    const counts = new Map<string, number>();
    for (const row of run) counts.set(kindOf(row), (counts.get(kindOf(row)) ?? 0) + 1);
    const rare = [...counts].filter(([, count]) => count < run.length * RARE);
    return new Set(counts.size > MOST_KINDS ? [] : rare.map(([kind]) => kind));
  };
  let number = 0;
  let known = 0;
  for (const run of runs) {
    const odd = oddKinds(run);
    let before = run[0]!;
    let gap: Element[] = [];
    for (const [i, row] of run.entries()) {
      const isKept =
        asked.has(number++) ||
        i < FIRST ||
        i >= run.length - LAST ||
        odd.has(kindOf(row)) ||
        row.contains(document.activeElement) ||
        isOnScreen(row) ||
        ('_ariaRef' in row && row._ariaRef !== undefined && known++ < MOST_KNOWN);
      if (!isKept) {
        gap.push(row);
        continue;
      }
      if (gap.length > 0) {
        const what = WORDS[row.nodeName] ?? 'elements';
        const words = document.createTextNode(
          `… ${gap.length} more ${what}, not read: look for words in them`,
        );
        join(before, words);
        join(words, row);
        for (const one of gap) left.add(one);
        gap = [];
      }
      before = row;
    }
  }
  return {
    left,
    undo() {
      for (const node of joints) Reflect.deleteProperty(node, 'nextSibling');
    },
  };
}
