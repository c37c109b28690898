import { z } from 'zod';
import { ALERT_EVENTS, type AlertEvent, SEVERITIES } from '../alerts/alert.ts';
import type { StreamSettings } from '../alerts/alert-streams.ts';
import { address } from '../arguments.ts';
import { defineMode } from '../deps.ts';

export const streaming = defineMode({
  summary: 'Be told as it happens (notifications/message).',
  input: z.object({
    streaming_action: z.enum(['enable', 'disable', 'status']).default('status'),
    events: z.array(z.enum(ALERT_EVENTS)).min(1).optional(),
    throttle_seconds: z.int().min(1).max(60).default(5).describe('Between two of a kind.'),
    severity_min: z.enum(SEVERITIES).default('warning'),
    url: address,
  }),
  run({ args, deps, caller }) {
    const { alerts } = deps;
    if (args.streaming_action === 'enable') {
      const events = args.events ?? ['all'];
      const settings: StreamSettings = {
        events: events.includes('all') ? [] : (events as AlertEvent[]),
        throttleSeconds: args.throttle_seconds,
        severityMin: args.severity_min,
        url: args.url,
      };
      alerts.enable(caller, settings);
      return { summary: 'Streaming is on', data: { status: 'enabled', config: shown(settings) } };
    }
    if (args.streaming_action === 'disable') {
      const pending = alerts.disable(caller);
      return { summary: 'Streaming is off', data: { status: 'disabled', pending_cleared: pending ?? 0 } };
    }
    const status = alerts.status(caller);
    if (!status) return { summary: 'Streaming is off', data: { status: 'disabled' } };
    const { settings, sent, pending, dropped } = status;
    return {
      summary: `Streaming is on; ${sent} messages sent`,
      data: { status: 'enabled', config: shown(settings), notify_count: sent, pending, dropped },
    };
  },
});

const shown = ({ events, throttleSeconds, severityMin, url }: StreamSettings) => ({
  enabled: true,
  events: events.length > 0 ? events : ['all'],
  throttle_seconds: throttleSeconds,
  severity_min: severityMin,
  ...(url === undefined ? {} : { url }),
});
