import {
  type ActAnswer,
  type ChecksAnswer,
  type ControlAct,
  controlAct,
  type InstanceNow,
  type RunsAnswer,
  type ServerAnswer,
  type Traffic,
} from '../../contract/app-control.ts';
import { readJsonBody } from '../http-body.ts';
import type { HttpRoute } from '../http-routes.ts';
import type { Callers } from './app-logins.ts';
import type { AppDoor } from './picture-routes.ts';

/** What a person steers, always of those whom the person stands for. */
export interface AppControl {
  traffic(callers: Callers): Promise<Traffic>;
  act(callers: Callers, act: ControlAct): Promise<ActAnswer>;
  server(callers: Callers): Promise<ServerAnswer>;
  /** Tests that run, and recordings that can be played. */
  runs(callers: Callers): Promise<RunsAnswer>;
  /** The doctor's table; nothing for those whom the server does not belong to. */
  checks(callers: Callers): Promise<ChecksAnswer>;
  /** Browsers besides the usual one. */
  instances(callers: Callers): readonly InstanceNow[];
}

const MOST_BODY = 16 * 1024;

export function controlRoutes(control: AppControl, { guarded, answered }: AppDoor): HttpRoute[] {
  return [
    {
      method: 'GET',
      path: '/app/api/server',
      needsKey: false,
      handle: guarded((_, response, __, callers) => answered(response, () => control.server(callers))),
    },
    {
      method: 'GET',
      path: '/app/api/runs',
      needsKey: false,
      handle: guarded((_, response, __, callers) => answered(response, () => control.runs(callers))),
    },
    {
      method: 'GET',
      path: '/app/api/checks',
      needsKey: false,
      handle: guarded((_, response, __, callers) => answered(response, () => control.checks(callers))),
    },
    {
      method: 'GET',
      path: '/app/api/instances',
      needsKey: false,
      handle: guarded((_, response, __, callers) =>
        answered(response, async () => ({ instances: control.instances(callers) })),
      ),
    },
    {
      method: 'POST',
      path: '/app/api/control',
      needsKey: false,
      handle: guarded(async (request, response, _, callers) => {
        const body = await readJsonBody(request, response, MOST_BODY);
        if (!body) return;
        await answered(response, async () => {
          const act = controlAct.safeParse(body.value);
          if (act.success) return control.act(callers, act.data);
          return { said: 'The app asked for what cannot be done.', isRefused: true } satisfies ActAnswer;
        });
      }),
    },
  ];
}
