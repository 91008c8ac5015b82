import type { ShipmentAnswer } from '@deqiq/contract/shipments.ts';
import { formData, PICTURES_TIMEOUT } from './http/form-data.ts';
import { queryClient } from './http/query.ts';
import { type SendingOptions, sendForm } from './http/send-form.ts';

/** Sends one picture; it then stands among the partner's X-rays, waiting for staff. */
export async function sendShipment(
  file: File,
  options: Omit<SendingOptions, 'timeoutMs'>,
): Promise<ShipmentAnswer> {
  const answer = await sendForm<ShipmentAnswer>(
    'partner',
    '/api/partner/misc/create-checkup',
    formData({ file }),
    { ...options, timeoutMs: PICTURES_TIMEOUT },
  );
  void queryClient.invalidateQueries({ queryKey: ['partner', 'checkups'] });
  return answer;
}
