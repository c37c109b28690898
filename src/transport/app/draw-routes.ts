import { type DrawAct, type DrawAnswer, type DrawRequest, drawAct } from '../../contract/app-drawings.ts';
import { fault } from '../../kernel/fault.ts';
import { readJsonBody } from '../http-body.ts';
import type { HttpRoute } from '../http-routes.ts';
import type { Callers } from './app-logins.ts';
import { sendBody } from './inert-body.ts';
import type { AppDoor } from './picture-routes.ts';

/** What people are asked to draw on pages: always those whom the person stands for. */
export interface AppDrawings {
  open(callers: Callers): readonly DrawRequest[];
  /** Told when something of them may have changed, until the function it gives is called. */
  watch(listener: () => void): () => void;
  act(callers: Callers, act: DrawAct): Promise<DrawAnswer>;
  /** The picture that is drawn on; undefined while there is none. */
  picture(callers: Callers, id: string): Uint8Array | undefined;
}

const MOST_BODY = 256 * 1024;
const WRONG = 'the app asked for what cannot be drawn';

export function drawRoutes(drawings: AppDrawings, { guarded, answered, failed }: AppDoor): HttpRoute[] {
  return [
    {
      method: 'POST',
      path: '/app/api/draw',
      needsKey: false,
      handle: guarded(async (request, response, _, callers) => {
        const body = await readJsonBody(request, response, MOST_BODY);
        if (!body) return;
        await answered(response, async () => {
          const act = drawAct.safeParse(body.value);
          if (!act.success) throw fault('INVALID_ARGUMENTS', { tool: 'draw', problems: [WRONG] });
          return drawings.act(callers, act.data);
        });
      }),
    },
    {
      method: 'GET',
      path: '/app/api/paper/*',
      needsKey: false,
      handle: guarded(async (_, response, { pathname }, callers) => {
        try {
          const bytes = drawings.picture(callers, decodeURIComponent(pathname.split('/').at(-1) ?? ''));
          if (bytes) sendBody(response, bytes, 'image/png');
          else await answered(response, async () => undefined);
        } catch (thrown) {
          failed(response, thrown);
        }
      }),
    },
  ];
}
