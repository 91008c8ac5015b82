import { errorBody } from '@deqiq/contract/shared/errors.ts';

/** Errors of every route, for the OpenAPI document. */
export const errorResponses = { '4xx': errorBody, '5xx': errorBody } as const;
