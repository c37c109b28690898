import type { KeptMark } from '../../../contract/marks.ts';

/** A mark as lists show it; `analyze annotation_detail` has the rest. */
export function briefMark({
  id,
  number,
  kind,
  box,
  text,
  time,
  url,
  element,
  pictures,
  state,
  reply,
}: KeptMark) {
  return {
    correlation_id: id,
    number,
    kind,
    text,
    state,
    reply,
    rect: box,
    timestamp: time,
    page_url: url,
    element_summary: element && elementWords(element),
    selector: element?.selector,
    picture: pictures.marked,
  };
}

/** `button "Save"`, or the element's tag and text where it has no role. */
export const elementWords = ({ role, name, tag, text }: NonNullable<KeptMark['element']>) =>
  `${role && role !== 'generic' && role !== 'none' ? role : tag} ${JSON.stringify((name ?? text).slice(0, 80))}`;
