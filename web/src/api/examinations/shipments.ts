import type { ShipmentAnswer, ShipmentDetails } from '@deqiq/contract/examinations/shipments.ts';
import { call } from '../http/call.ts';
import { PICTURES_TIMEOUT } from '../http/form-data.ts';
import { queryClient } from '../http/query.ts';

type SendingOptions = {
  /** From 0 to 1; 1 while the server checks the received bytes. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Sends one picture; it is then listed among the partner's X-rays, waiting for staff. */
export async function sendShipment(
  file: File,
  details: ShipmentDetails,
  { onProgress, signal }: SendingOptions,
): Promise<ShipmentAnswer> {
  const answer = await call('POST /api/partner/misc/create-checkup', {
    form: { file, ...details },
    signal,
    timeoutMs: PICTURES_TIMEOUT,
    onSent: (sent, total) => total > 0 && onProgress(sent / total),
  });
  void queryClient.invalidateQueries({ queryKey: ['partner', 'checkups'] });
  return answer;
}

/** Takes back a shipment that still waits for staff. */
export async function withdrawShipment(id: string): Promise<void> {
  try {
    await call('DELETE /api/partner/misc/checkups/:id', { params: { id } });
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['partner', 'checkups'] });
  }
}
