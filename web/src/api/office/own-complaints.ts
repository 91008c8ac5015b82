import { call } from '../http/call.ts';

/** A partner's complaint or suggestion. */
export const sendComplaint = (message: string) =>
  call('POST /api/partner/misc/report', { body: { message } });
