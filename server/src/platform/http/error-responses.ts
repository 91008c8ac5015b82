import { errorBody } from '@deqiq/contract/shared/errors.ts';

/** The refusals and failures any route may answer with, for the OpenAPI document and its tests. */
export const errorResponses = { '4xx': errorBody, '5xx': errorBody } as const;
