import type { Heard, Listen } from '../src/contract/app.ts';
import type { FrameHead, LiveNews, LiveWord, Look } from '../src/contract/app-live.ts';
import * as state from './state.ts';

const RETRY_MS = 1500;

export interface Frame extends FrameHead {
  /** JPEG. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What is wanted for as long as the socket lasts, and again when it has to be opened anew. */
interface Wishes {
  filter?: Listen;
  look?: { readonly look: Look };
  traffic?: { readonly traffic: boolean };
}

interface Hearers {
  rows(heard: Heard): void;
  lost(): void;
}

const wishes: Wishes = {};
let socket: WebSocket | undefined;
let hearers: Hearers | undefined;
let drawFrame: ((frame: Frame) => void) | undefined;

/** Opens the one socket of the app when something is first wished for. */
export function hearWith(given: Hearers): void {
  hearers = given;
}

export function drawWith(draw: (frame: Frame) => void): void {
  drawFrame = draw;
}

export function wish(wanted: Wishes): void {
  Object.assign(wishes, wanted);
  if (socket?.readyState === WebSocket.OPEN) for (const word of Object.values(wanted)) send(word);
  else if (socket?.readyState !== WebSocket.CONNECTING) open();
}

/** Said once; without a connection it is lost. */
export function say(word: LiveWord): void {
  if (socket?.readyState === WebSocket.OPEN) send(word);
}

const send = (word: Listen | LiveWord) => socket?.send(JSON.stringify(word));

function open(): void {
  const opened = new WebSocket(new URL('live', location.href.replace(/^http/, 'ws').replace(/#.*$/, '')));
  socket = opened;
  opened.binaryType = 'arraybuffer';
  opened.onopen = () => {
    state.isOnline.value = true;
    for (const word of Object.values(wishes)) send(word);
  };
  opened.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === 'string') hear(JSON.parse(data) as Heard | LiveNews);
    else drawFrame?.(frameIn(data));
  };
  opened.onclose = () => {
    state.requests.value = [];
    state.drawings.value = [];
    if (state.entry.value !== 'in') return;
    state.isOnline.value = false;
    setTimeout(() => {
      hearers?.lost();
      wish({});
    }, RETRY_MS);
  };
}

function hear(news: Heard | LiveNews): void {
  if ('pages' in news) state.pages.value = news.pages;
  else if ('traffic' in news) state.traffic.value = news.traffic;
  else if ('drawings' in news) state.drawings.value = news.drawings;
  else if ('requests' in news) state.requests.value = news.requests;
  else hearers?.rows(news);
}

function frameIn(data: ArrayBuffer): Frame {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length))) as FrameHead;
  return { ...head, bytes: new Uint8Array(data, 4 + length) };
}
