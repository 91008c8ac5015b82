import { readPatientSearch } from '@deqiq/contract/referrals/patients/patient-search.ts';
import type {
  FoundPatient,
  Patient,
  SimilarQuery,
} from '@deqiq/contract/referrals/patients/patients.ts';
import { PAGE_SIZE } from '@deqiq/contract/shared/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminList, type ListFilters } from '../http/admin-list.ts';
import { call } from '../http/call.ts';
import type { Body } from '../http/endpoint-types.ts';
import { polledList, queryClient, refreshAdminAfter } from '../http/query.ts';

export type PatientForm = Body<'POST /api/admin/patients'>;

export const patientsQuery = (page: number, text: string, filters?: ListFilters) =>
  adminList(
    'patients',
    page,
    { limit: PAGE_SIZE.adminPatients, ...readPatientSearch(text) },
    filters,
  );

/** Patients for a picker, and by code. */
export async function searchPatients(text: string, signal?: AbortSignal): Promise<Patient[]> {
  const query = { limit: PAGE_SIZE.adminPatients, ...readPatientSearch(text) };
  return (await call('GET /api/admin/patients', { query, signal })).patients;
}

/** A patient, under the id of any record that was merged into it, with all visits. */
export const patientQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'patients', 'one', id],
    queryFn: ({ signal }): Promise<FoundPatient> =>
      call('GET /api/admin/patients/:id', { params: { id }, signal }),
    ...polledList,
  });

/** The same fetched now, for links that are good again. */
export const refetchPatient = (id: string): Promise<FoundPatient> =>
  queryClient.fetchQuery({ ...patientQuery(id), staleTime: 0 });

/** The people who opened the patient's X-rays; each reading is an audit row, so it is not polled. */
export const openingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'patients', 'openings', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/admin/patients/:id/openings', { params: { id }, signal })).openings,
  });

/** Proposed patients of old examinations; `before` is `next` of the part that came before, '' for the first one. */
export const proposedLinksQuery = (before: string) =>
  queryOptions({
    queryKey: ['admin', 'patients', 'proposals', before],
    queryFn: ({ signal }) =>
      call('GET /api/admin/patients/proposals', { query: { before }, signal }),
    placeholderData: keepPreviousData,
  });

/** Records that may be of this person, the likeliest first. */
export async function findSimilar(query: SimilarQuery, signal?: AbortSignal): Promise<Patient[]> {
  return (await call('GET /api/admin/patients/similar', { query, signal })).patients;
}

export const createPatient = (body: PatientForm) =>
  refreshAdminAfter(call('POST /api/admin/patients', { body }));

export const updatePatient = ({ _id: id }: Patient, body: PatientForm) =>
  refreshAdminAfter(call('PUT /api/admin/patients/:id', { params: { id }, body }));

/** `other` becomes an alias of the patient. */
export const mergePatients = ({ _id: id }: Patient, { _id: other }: Patient) =>
  refreshAdminAfter(
    call('POST /api/admin/patients/:id/merge', { params: { id }, body: { other } }),
  );

/** The answer lists what came after the merge, and stays with the survivor. */
export const unmergePatients = ({ _id: id }: Patient, { _id: other }: Patient) =>
  refreshAdminAfter(
    call('POST /api/admin/patients/:id/unmerge', { params: { id }, body: { other } }),
  );

/** The patient of an examination; null for none. */
export const linkPatient = (checkup: string, patient: string | null) =>
  refreshAdminAfter(
    call('PUT /api/admin/checkups/:id/patient', { params: { id: checkup }, body: { patient } }),
  );
