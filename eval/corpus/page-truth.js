// biome-ignore-all lint/correctness/noUnusedVariables: evaluated by name inside the page.
/** Runs inside the page, so it may use nothing from outside. Text that is cut off at the edge is left out. */
function readTruth({ scale, width, height }) {
  const isWhole = (box) => box.x >= 0 && box.y >= 0 && box.x + box.w <= width && box.y + box.h <= height;
  const scaled = (box) => ({ x: box.x * scale, y: box.y * scale, w: box.w * scale, h: box.h * scale });
  const join = (a, b) => {
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
  };
  const range = document.createRange();
  const words = [];
  const spans = new Map();
  const blockOf = (node) => {
    let element = node.parentElement;
    while (getComputedStyle(element).display.startsWith('inline') && !element.classList.contains('button')) {
      element = element.parentElement;
    }
    return element;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let open;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const block = blockOf(node);
    const marked = node.parentElement.closest('[data-pii],[data-decoy]');
    if (open && open.block !== block) open = undefined;
    for (let i = 0; i < text.length; i++) {
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const rect = range.getBoundingClientRect();
      const box = { x: rect.x, y: rect.y, w: rect.width, h: rect.height };
      if (/\s/.test(text[i]) || box.w === 0) {
        open = undefined;
        continue;
      }
      if (open && Math.abs(open.box.y + open.box.h - box.y - box.h) < box.h / 2) {
        open.text += text[i];
        open.box = join(open.box, box);
      } else {
        open = { text: text[i], box, block };
        words.push(open);
      }
      if (!marked) continue;
      const span = spans.get(marked) ?? { text: marked.textContent ?? '', boxes: [] };
      spans.set(marked, span);
      const last = span.boxes.at(-1);
      if (last && Math.abs(last.y - box.y) < box.h / 2) span.boxes[span.boxes.length - 1] = join(last, box);
      else span.boxes.push(box);
    }
  }
  let run = -1;
  let before;
  const listed = [];
  for (const word of words) {
    const isSameRun =
      before?.block === word.block &&
      Math.abs(before.box.y + before.box.h - word.box.y - word.box.h) < word.box.h / 2 &&
      word.box.x >= before.box.x;
    if (!isSameRun) run++;
    before = word;
    if (isWhole(word.box)) listed.push({ text: word.text, ...scaled(word.box), run });
  }
  const pick = (name) =>
    [...spans]
      .filter(([element, { boxes }]) => element.hasAttribute(name) && boxes.every(isWhole))
      .map(([element, { text, boxes }]) => ({
        kind: element.getAttribute(name),
        text,
        boxes: boxes.map(scaled),
      }));
  return { words: listed, entities: pick('data-pii'), decoys: pick('data-decoy') };
}
