import { call } from './http/call.ts';

/** A partner's complaint or suggestion. */
export const sendReport = (message: string) =>
  call('POST /api/partner/misc/report', { body: { message } });
