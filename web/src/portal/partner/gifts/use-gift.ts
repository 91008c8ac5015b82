import { type GiftId, notEnoughPoints } from '@deqiq/contract/office/gifts.ts';
import * as giftMessages from '@deqiq/messages/office/gifts.js';
import * as texts from '@deqiq/messages/partner/gifts.js';
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
    const sure = await confirm({
      title: texts.chooseQuestion({ gift: gift.name() }),
      text: describeCost(gift.cost, points),
    });
    if (!sure) return;
    setAsking(gift.id);
    try {
      const { message } = await requestGift(gift.id);
      toast.success(message || giftMessages.requested());
    } catch (error) {
      await showError(describeError(error, giftMessages.requestFailed()));
    } finally {
      setAsking(undefined);
    }
  }

  // A point is spent once.
  const choose = useSingleFlight(requestAfterConfirm);
  return { asking, choose };
}

const describeCost = (cost: number, owned: number | undefined): string =>
  owned === undefined
    ? texts.spends({ points: cost })
    : texts.spendsOf({ points: cost, owned: formatNumber(owned) });

async function warn(text: string): Promise<void> {
  await dialogQueue.open({
    title: texts.attention(),
    text,
    tone: 'warning',
    confirm: texts.close(),
    danger: false,
  });
}
