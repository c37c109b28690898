import { z } from 'zod';
import { inspectElements } from '../../../engines/browser/inspect/inspect-elements.ts';
import { contrastOf } from './contrast.ts';
import { defineLook } from './define-look.ts';
import { dom } from './dom.ts';
import { everyLook, part } from './look-arguments.ts';

/** What decides how an element looks and where it is. */
const USUAL =
  `display position top right bottom left z-index float width height min-width max-width min-height max-height
  box-sizing margin padding border border-radius outline overflow-x overflow-y opacity visibility color background-color
  background-image font-family font-size font-weight font-style line-height letter-spacing text-align text-decoration-line
  text-transform white-space cursor pointer-events transform transition-property animation-name flex-direction flex-wrap
  align-items justify-content gap grid-template-columns`.split(/\s+/);

interface Match {
  readonly tag: string;
  readonly computed?: Readonly<Record<string, string>>;
}

const { shape } = dom('dom').input;

export const computedStyles = defineLook({
  summary: 'Computed CSS, contrast.',
  input: z.object({ ...part, frame: shape.frame, properties: shape.properties, ...everyLook }),
  async run({ tab, args, signal, action }) {
    const { selector, frame, properties = USUAL } = args;
    const outcome = await tab.perform({ action, isReading: true, signal, target: selector }, () =>
      inspectElements(tab, selector, { frame, withStyles: false, properties, depth: 0 }),
    );
    if (!outcome.value) tab.modals.assertFree();
    const { matches = [], count = 0 } = outcome.value ?? {};
    const told = (matches as readonly Match[]).map((match) => ({
      ...match,
      contrast: match.computed && contrastOf(match.computed),
    }));
    return {
      summary: `${count} ${count === 1 ? 'element' : 'elements'}`,
      url: tab.url,
      match_count: count,
      matches: told,
    };
  },
});
