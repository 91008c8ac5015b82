import { shortCodes } from '../shared/short-code.ts';

/** Codes of patients: the PatientID (0010,0020) of worklist and pictures. */
export const patientCodes = shortCodes('DP');

/** Codes of referrals, for slips and searches. */
export const referralCodes = shortCodes('DR');
