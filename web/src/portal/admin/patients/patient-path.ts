import { portalPaths } from '@deqiq/contract/shared/paths.ts';

/** The address of a patient's page. */
export const patientPath = (id: string): string => `${portalPaths.patients}/${id}`;
