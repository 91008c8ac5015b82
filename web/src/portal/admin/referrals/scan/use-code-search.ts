import { patientCodes, referralCodes } from '@deqiq/contract/referrals/codes.ts';
import { normalizeCode } from '@deqiq/contract/shared/short-code.ts';
import * as texts from '@deqiq/messages/office/referrals.js';
import * as referralMessages from '@deqiq/messages/referrals/referrals.js';
import { useNavigate } from 'react-router';
import { describeError } from '../../../../api/http/http-error.ts';
import { searchPatients } from '../../../../api/referrals/patients.ts';
import { findReferralByCode } from '../../../../api/referrals/referrals-desk.ts';
import { showError } from '../../../../ui/overlay/confirm.tsx';
import { patientPath } from '../../patients/patient-path.ts';

/** Of the navigation to the queue: the id of the referral, or of the partner's picture, that it opens. */
export type OpenedReferralState = { referral?: string; shipment?: string };

/** A code alone, or at the end of the address in a QR slip. */
const CODE = /(?:^|[/=\s])(D[PR][\dA-Z]{7,14})$/;

/**
 * For a search field: opens the patient or the referral whose code was scanned (a scanner types it and presses Enter).
 * Returns false for any other text, which is a search.
 */
export function useCodeSearch(openReferral: (id: string) => void): (text: string) => boolean {
  const navigate = useNavigate();

  async function open(code: string): Promise<void> {
    try {
      const isPatient = patientCodes.parse(code) !== undefined;
      const id = isPatient ? (await searchPatients(code))[0]?._id : await findReferralByCode(code);
      if (id === undefined) await showError(texts.codeUnknown({ code }));
      else if (isPatient) await navigate(patientPath(id));
      else openReferral(id);
    } catch (error) {
      await showError(describeError(error, referralMessages.notFound()));
    }
  }

  return (text) => {
    const code = findCode(text);
    if (code !== undefined) void open(code);
    return code !== undefined;
  };
}

/** The code of a patient or a referral in a scanned or typed text. */
function findCode(text: string): string | undefined {
  const [, inAddress = normalizeCode(text)] = CODE.exec(text.trim().toUpperCase()) ?? [];
  const isCode =
    patientCodes.parse(inAddress) !== undefined || referralCodes.parse(inAddress) !== undefined;
  return isCode ? inAddress : undefined;
}
