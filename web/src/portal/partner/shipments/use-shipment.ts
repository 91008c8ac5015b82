import { type ShipmentDetails, shipmentFailure } from '@deqiq/contract/examinations/shipments.ts';
import * as shipmentMessages from '@deqiq/messages/examinations/shipments.js';
import { useEffect, useRef, useState } from 'react';
import { sendShipment } from '../../../api/examinations/shipments.ts';
import { describeError } from '../../../api/http/http-error.ts';
import { isAbortError } from '../../../lib/abort-error.ts';
import { useUnloadWarning } from '../../../lib/history/unload-warning.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { findRefusal } from '../../referrals/referral-pictures/picture-rules.ts';
import { readDraft, storeDraft } from '../drafts.ts';

const noDetails: ShipmentDetails = { firstName: '', lastName: '', note: '' };

/** Milliseconds the success message is seen: specification, section 9. */
const SUCCESS_MS = 3000;

type Notice = { text: string; type: 'success' | 'error' };

/** State of one shipment: the selected picture, its upload with progress, and the result. */
export function useShipment() {
  const [file, setFile] = useState(() => readDraft('shipment'));
  const [details, setDetails] = useState(() => readDraft('shipmentDetails') ?? noDetails);
  const [notice, setNotice] = useState<Notice>();
  const [share, setShare] = useState<number>();
  const sending = useRef<AbortController>(undefined);
  const gone = useRef(false);

  useUnloadWarning(share !== undefined);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  useEffect(() => {
    if (notice?.type !== 'success') return;
    const timer = setTimeout(() => setNotice(undefined), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  /** If the user has left this screen, shows the result as a toast. */
  function showNotice(text: string, type: Notice['type']): void {
    if (gone.current) toast[type](text);
    else setNotice({ text, type });
  }

  /** Details that the partner enters. */
  function describe(next: ShipmentDetails): void {
    setDetails(next);
    storeDraft('shipmentDetails', next === noDetails ? undefined : next);
  }

  /** None takes the picture away again. */
  function choose(files: readonly File[]): void {
    const [file] = files;
    const refusal = files.length > 1 ? shipmentMessages.oneFileOnly() : file && findRefusal(file);
    setNotice(refusal ? { text: refusal, type: 'error' } : undefined);
    if (refusal) return;
    setFile(file);
    storeDraft('shipment', file);
  }

  /** Discards a picture that cannot be decoded; a running upload is checked by the server. */
  function refuse(text: string): void {
    if (sending.current) return;
    setFile(undefined);
    storeDraft('shipment');
    setNotice({ text, type: 'error' });
  }

  async function send(): Promise<void> {
    if (sending.current) return;
    if (!file) return showNotice(shipmentMessages.fileMissing(), 'error');
    const controller = new AbortController();
    sending.current = controller;
    setNotice(undefined);
    setShare(0);
    // A user who returns to this screen before that must not send the same picture again.
    storeDraft('shipment');
    try {
      const { signal } = controller;
      const { message } = await sendShipment(file, details, { signal, onProgress: setShare });
      setFile(undefined);
      describe(noDetails);
      showNotice(message || shipmentMessages.sent(), 'success');
    } catch (error) {
      storeDraft('shipment', file);
      if (!isAbortError(error)) {
        showNotice(shipmentFailure(describeError(error, shipmentMessages.failed())), 'error');
      }
    } finally {
      sending.current = undefined;
      setShare(undefined);
    }
  }

  return {
    file,
    details,
    notice,
    share,
    choose,
    describe,
    refuse,
    send,
    stop: () => sending.current?.abort(),
  };
}
