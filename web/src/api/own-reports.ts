import { http } from './http/http.ts';

/** A partner's complaint or suggestion. */
export const sendReport = (message: string) =>
  http.post<{ message: string }>('/api/partner/misc/report', { message });
