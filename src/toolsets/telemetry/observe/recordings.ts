import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { pageLimit, paging, recordingId, scope, twoRecordings } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { pageOfMemory } from '../memory-list.ts';
import { listReply } from '../read-list.ts';
import { happeningsBetween } from '../recording/happenings.ts';
import { diffOf, diffReport } from '../recording/log-diff.ts';
import { type Recording, stepCounts } from '../recording/recording.ts';

export const recordings = defineMode({
  summary: 'Recordings of actions.',
  isPlain: true,
  input: z.object({ ...paging, limit: pageLimit(10), url: scope.url }),
  async run(call) {
    const { args, deps } = call;
    const kept = await deps.recordings.list();
    const all = kept.map((one, index) => ({ ...one, seq: index + 1, time: one.start }));
    const wanted = args.url?.toLowerCase() ?? '';
    const list = pageOfMemory(call, all, ({ start_url: url }) => url.toLowerCase().includes(wanted));
    const reply = listReply(call, 'recordings', list, list.items.map(recordingEntry), 'recordings');
    return { ...reply, data: { ...reply.data, limit: args.limit } };
  },
});

/** A recording as lists show it. */
function recordingEntry({ id, name, status, start, end, start_url, tab_id, ...seen }: Recording) {
  return {
    id,
    name,
    status,
    created_at: isoMicros(start),
    start_url,
    tab_id,
    viewport: seen.viewport,
    duration_ms: end && Math.round((end - start) / 1000),
    action_count: seen.actions.length,
    error_count: seen.errors.reduce((sum, { count }) => sum + count, 0),
  };
}

export const recordingActions = defineMode({
  summary: 'Its actions, oldest first.',
  input: z.object({ ...recordingId }),
  async run({ args, deps }) {
    const kept = await deps.recordings.find(args.recording_id);
    const isOpen = deps.recordings.active?.id === kept.id;
    const seen = isOpen ? await happeningsBetween(deps.store, kept.start, deps.clock.micros()) : kept;
    const { id, ...entry } = recordingEntry({ ...kept, ...seen });
    const actions = seen.actions.map(({ at, page, ...rest }) => ({
      timestamp_ms: at,
      tab_id: page,
      ...rest,
    }));
    return { summary: `${actions.length} actions in ${id}`, data: { recording_id: id, ...entry, actions } };
  },
});

export const playbackResults = defineMode({
  summary: 'What became of each step.',
  input: z.object({ ...recordingId }),
  async run({ args, deps }) {
    const playbacks = await deps.recordings.playbacksOf(args.recording_id);
    const results = playbacks.map((playback) => ({
      playback_id: playback.id,
      started_at: isoMicros(playback.start),
      total: playback.results.length,
      ...stepCounts(playback.results),
      steps: playback.results,
    }));
    const [newest] = results;
    const words = newest ? `; the newest: ${newest.ok + newest.healed} of ${newest.total} steps` : '';
    return {
      summary: `${results.length} playings of ${args.recording_id}${words}`,
      data: { recording_id: args.recording_id, results, count: results.length },
    };
  },
});

export const logDiffReport = defineMode({
  summary: 'How two recordings differ.',
  input: z.object({ ...twoRecordings }),
  async run({ args, deps }) {
    const diff = await diffOf(deps.recordings, args);
    const { action_stats: stats, ...rest } = diff;
    return { summary: diff.summary, data: { ...rest, stats, report: diffReport(diff) } };
  },
});
