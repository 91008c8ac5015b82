import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { SHIPMENT_NAME } from '@deqiq/contract/examinations/shipments.ts';
import * as shipmentMessages from '@deqiq/messages/examinations/shipments.js';
import * as texts from '@deqiq/messages/partner/checkups.js';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { withdrawShipment } from '../../../api/examinations/shipments.ts';
import { describeError } from '../../../api/http/http-error.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/overlay/toast.ts';

/** Takes back a shipment as long as staff have not answered it; nothing for any other examination. */
export function WithdrawButton({ checkup }: { checkup: Checkup }) {
  const [busy, setBusy] = useState(false);
  const { _id, name, status, xrayFileLinks } = checkup;
  if (name !== SHIPMENT_NAME || status !== 'pending' || xrayFileLinks.length > 0) return null;
  const withdraw = async () => {
    setBusy(true);
    try {
      await askAndWithdraw(_id);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      size="sm"
      busy={busy}
      icon={<Undo2 size={16} aria-hidden="true" />}
      onClick={() => void withdraw()}
      className="justify-self-start"
    >
      {texts.withdraw()}
    </Button>
  );
}

async function askAndWithdraw(id: string): Promise<void> {
  // The code of questions is loaded with the first one: the list is shown without it.
  const { confirm, showError } = await import('../../../ui/overlay/confirm.tsx');
  const isSure = await confirm({
    title: texts.withdrawQuestion(),
    text: texts.withdrawText(),
    confirm: texts.withdraw(),
    cancel: texts.cancel(),
    danger: true,
  });
  if (!isSure) return;
  try {
    await withdrawShipment(id);
    toast.success(shipmentMessages.withdrawn());
  } catch (error) {
    await showError(describeError(error, shipmentMessages.withdrawFailed()));
  }
}
