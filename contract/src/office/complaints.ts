import * as complaintMessages from '@deqiq/messages/office/complaints.js';
import * as z from 'zod';
import { requiredText } from '../shared/text.ts';

/** A partner's complaint or suggestion. */
export const sendComplaint = z.object({ message: requiredText(complaintMessages.messageMissing) });
