import { type ProviderReply, parseObject } from '../../providers/provider-request.ts';
import type { SendResult } from '../message-channel.ts';
import { failed, refused, uncertain } from '../send-results.ts';

/** Codes of developers.facebook.com, Cloud API error codes, by their result. */
const CODES: readonly (readonly [SendResult, readonly number[]])[] = [
  // Token, permissions, a restricted or unregistered number, templates that are missing, paused or disabled.
  [
    failed('sign-in'),
    [0, 3, 10, 33, 190, 368, 131005, 131030, 131031, 131045, 132001, 132015, 132016, 133010],
  ],
  [failed('no-credit'), [131042]],
  // Throughput of the app, of the account, of the number, and of one pair of numbers.
  [failed('too-many'), [4, 80007, 130429, 131048, 131056]],
  [failed('unavailable'), [2, 131016, 131057, 133004]],
  // The person does not use WhatsApp, or it is our own number.
  [refused('bad-number'), [131021, 131026]],
  [refused('blocked-number'), [131050]],
  // Parameters, and texts without a template after 24 hours.
  [
    refused('bad-content'),
    [100, 131008, 131009, 131047, 131051, 132000, 132005, 132007, 132012, 132018],
  ],
  [uncertain, [1, 131000]],
];

const results = new Map(
  CODES.flatMap(([result, codes]) => codes.map((code) => [code, result] as const)),
);

/** Permissions that the token lacks. */
const isPermission = (code: number) => code >= 200 && code <= 299;

/** The result of `{"error":{"code":…}}`, which the status only repeats; undefined where there is none. */
export function readGraphError(reply: ProviderReply): SendResult | undefined {
  if (reply.kind === 'failure') return undefined;
  const error = parseObject(reply.body)?.error as { code?: unknown } | undefined;
  if (typeof error?.code !== 'number') return undefined;
  if (isPermission(error.code)) return failed('sign-in');
  const result = results.get(error.code) ?? failed('unavailable');
  return result.kind === 'failed' && reply.retryAfter !== undefined
    ? { ...result, retryAfter: reply.retryAfter }
    : result;
}
