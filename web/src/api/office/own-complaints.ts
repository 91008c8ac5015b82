import { call } from '../http/call.ts';

export const sendComplaint = (message: string) =>
  call('POST /api/partner/misc/report', { body: { message } });
