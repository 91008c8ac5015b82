import { type GiftId, giftMessages, notEnoughPoints } from '@deqiq/contract/office/gifts.ts';
import { useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { requestGift } from '../../../api/office/gifts.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useSingleFlight } from '../../../ui/form/use-single-flight.ts';
import { confirm, showError } from '../../../ui/overlay/confirm.tsx';
import { dialogQueue } from '../../../ui/overlay/dialog-queue.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import type { Gift } from './catalogue.tsx';

/** Requests a gift after a confirmation, or warns of too few points. With unknown points the server decides. */
export function useGift(points: number | undefined) {
  const [asking, setAsking] = useState<GiftId>();

  async function requestAfterConfirm(gift: Gift): Promise<void> {
    if (points !== undefined && points < gift.cost) return warn(notEnoughPoints(gift.cost, points));
    const owned = points === undefined ? '' : ` Balansınızda ${formatNumber(points)} xal var.`;
    const sure = await confirm({
      title: `«${gift.name}» seçilsin?`,
      text: `${gift.cost} xal istifadə olunacaq.${owned}`,
    });
    if (!sure) return;
    setAsking(gift.id);
    try {
      const { message } = await requestGift(gift.id);
      toast.success(message || giftMessages.requested);
    } catch (error) {
      await showError(describeError(error, giftMessages.requestFailed));
    } finally {
      setAsking(undefined);
    }
  }

  // A point is spent once.
  const choose = useSingleFlight(requestAfterConfirm);
  return { asking, choose };
}

async function warn(text: string): Promise<void> {
  await dialogQueue.open({
    title: 'Diqqət!',
    text,
    tone: 'warning',
    confirm: 'Bağla',
    danger: false,
  });
}
