/** Channels of messages to patients. */
export const patientChannels = ['email', 'sms', 'whatsapp'] as const;
export type PatientChannel = (typeof patientChannels)[number];
