/** The same requests for all who show them: as our record holds them, as a flow of mitmproxy, in a trace of Playwright. */
import type { Evidence } from '../src/contract/evidence.ts';
import { request } from '../test/kit/evidence-samples.ts';
import { seen } from '../test/kit/record.ts';

export const pathOf = (at: number) => `/orders/${at}?page=${at % 7}`;
export const statusOf = (at: number) => (at % 50 === 0 ? 500 : 200);

/** One every 36 ms: 100,000 are an hour. */
export const STEP_MS = 36;

export function requestOf(at: number, start: number): Evidence {
  const time = start + at * STEP_MS * 1000;
  const data = request(pathOf(at), { status: statusOf(at), startTime: time - 12_000, requestId: `r${at}` });
  return seen({ stream: 'request', source: 'browser', data, time, where: { page: 't1' } });
}

/** An addon of mitmproxy's that writes them to a file and ends. */
export const writeFlows = (file: string, count: number) => `
from mitmproxy import ctx, io
from mitmproxy.test import tflow

def running():
    with open(${JSON.stringify(file)}, "wb") as file:
        writer = io.FlowWriter(file)
        for at in range(${count}):
            flow = tflow.tflow(resp=True)
            flow.request.path = f"/orders/{at}?page={at % 7}"
            flow.response.status_code = 500 if at % 50 == 0 else 200
            writer.add(flow)
    ctx.master.shutdown()
`;
