import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  EXPORTS,
  type ExportFormat,
  type GivenMark,
  type HiddenAnswer,
  type PictureAnswer,
  type PicturesAnswer,
} from '../../contract/app-pictures.ts';
import { readJsonBody } from '../http-body.ts';
import type { HttpRoute } from '../http-routes.ts';
import { isFields } from '../message.ts';
import type { Callers } from './app-logins.ts';
import { sendBody, sendFile } from './inert-body.ts';

interface PictureFile {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** The shelf, for whoever the person stands for. */
export interface AppPictures {
  list(callers: Callers): Promise<PicturesAnswer>;
  open(callers: Callers, id: string): Promise<PictureAnswer>;
  image(callers: Callers, id: string, longest: number | undefined): Promise<PictureFile>;
  keep(callers: Callers, id: string, marks: readonly GivenMark[]): Promise<void>;
  hide(callers: Callers, id: string): Promise<HiddenAnswer>;
  exported(
    callers: Callers,
    id: string,
    marks: readonly GivenMark[],
    format: ExportFormat,
  ): Promise<PictureFile>;
}

/** What all routes of the app have in common: who asks, and how answers and failures are told. */
export interface AppDoor {
  guarded(
    work: (request: IncomingMessage, response: ServerResponse, url: URL, callers: Callers) => Promise<void>,
  ): HttpRoute['handle'];
  answered(response: ServerResponse, work: () => Promise<unknown>): Promise<void>;
  failed(response: ServerResponse, thrown: unknown): void;
}

/** Freehand lines have many points. */
const MOST_BODY = 8 * 1024 * 1024;
const LARGEST_SIDE = 4096;

export function pictureRoutes(pictures: AppPictures, { guarded, answered, failed }: AppDoor): HttpRoute[] {
  const post = (path: string, answer: (callers: Callers, id: string, body: unknown) => Promise<object>) => ({
    method: 'POST' as const,
    path: `/app/api/${path}/*`,
    needsKey: false,
    handle: guarded(async (request, response, url, callers) => {
      const body = await readJsonBody(request, response, MOST_BODY);
      if (body) await answered(response, () => answer(callers, idOf(url), body.value));
    }),
  });
  const file = async (response: ServerResponse, work: () => Promise<void>) => {
    try {
      await work();
    } catch (thrown) {
      failed(response, thrown);
    }
  };
  return [
    {
      method: 'GET',
      path: '/app/api/pictures',
      needsKey: false,
      handle: guarded((_, response, __, callers) => answered(response, () => pictures.list(callers))),
    },
    {
      method: 'GET',
      path: '/app/api/picture/*',
      needsKey: false,
      handle: guarded((_, response, url, callers) =>
        answered(response, () => pictures.open(callers, idOf(url))),
      ),
    },
    {
      method: 'GET',
      path: '/app/api/pixels/*',
      needsKey: false,
      handle: guarded((_, response, url, callers) =>
        file(response, async () => {
          const longest = Number(url.searchParams.get('longest') ?? Number.NaN);
          const isAsked = Number.isInteger(longest) && longest > 0 && longest <= LARGEST_SIDE;
          const { bytes, mimeType } = await pictures.image(callers, idOf(url), isAsked ? longest : undefined);
          sendBody(response, bytes, mimeType);
        }),
      ),
    },
    post('marks', async (callers, id, body) => {
      await pictures.keep(callers, id, marksOf(body));
      return {};
    }),
    post('hide', (callers, id) => pictures.hide(callers, id)),
    {
      method: 'POST',
      path: '/app/api/export/*',
      needsKey: false,
      handle: guarded(async (request, response, url, callers) => {
        const body = await readJsonBody(request, response, MOST_BODY);
        if (!body) return;
        const wanted = isFields(body.value) ? body.value.format : undefined;
        const format = EXPORTS.find((one) => one === wanted) ?? 'png';
        await file(response, async () => {
          const made = await pictures.exported(callers, idOf(url), marksOf(body.value), format);
          sendFile(response, made.bytes, made.mimeType);
        });
      }),
    },
  ];
}

const idOf = (url: URL) => decodeURIComponent(url.pathname.split('/').at(-1) ?? '');

function marksOf(body: unknown): readonly GivenMark[] {
  const marks = isFields(body) ? body.marks : undefined;
  return Array.isArray(marks) ? marks.filter(isFields) : [];
}
