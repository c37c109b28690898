import { fault } from '../../../../kernel/fault.ts';
import type { Call, Reply } from '../../../../kernel/tool.ts';
import type { TelemetryDeps } from '../../deps.ts';
import { entriesOf, listReply, readList } from '../../read-list.ts';
import { entryHead, isSnapshot, type SnapshotData } from '../../seen.ts';

type Args = Parameters<typeof readList>[0]['args'];

/** How each load performed, as the pages told while they loaded. */
export async function snapshots(call: Call<Args, TelemetryDeps>): Promise<Reply> {
  const list = await readList(call, { streams: ['performance'] }, isSnapshot);
  if (list.items.length === 0 && call.args.after_cursor === undefined)
    throw fault('NOTHING_RECORDED', {
      what: 'loads of pages',
      next: 'A load is told about two seconds after it; analyze({what:"performance", trace:"load"}) loads the open page again and traces it',
    });
  const entries = entriesOf(list, (item) => {
    const { timing, network, longTasks, userTiming, cls, url, navigationType, domNodes } =
      item.data as SnapshotData;
    return {
      ...entryHead(item),
      url,
      navigation_type: navigationType,
      timing: {
        time_to_first_byte: timing.ttfb,
        first_contentful_paint: timing.fcp,
        largest_contentful_paint: timing.lcp,
        interaction_to_next_paint: timing.inp,
        dom_interactive: timing.domInteractive,
        dom_content_loaded: timing.domContentLoaded,
        load: timing.load,
      },
      cumulative_layout_shift: cls,
      network: {
        request_count: network.requests,
        transfer_size: network.transferSize,
        decoded_size: network.decodedSize,
        by_type: network.byType,
        slowest_requests: network.slowest,
      },
      long_tasks: {
        count: longTasks.count,
        total_blocking_time: longTasks.totalBlockingTime,
        longest: longTasks.longest,
      },
      user_timing: userTiming,
      dom_nodes: domNodes,
    };
  });
  return listReply(call, 'loads', list, entries, 'snapshots');
}
