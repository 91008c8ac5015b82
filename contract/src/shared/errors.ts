import * as z from 'zod';

/** Kinds of errors, for programs. People read `message`. */
export const errorCodes = [
  'invalid', // 400: a field or the body breaks a rule
  'malformed', // 400: the body cannot be parsed
  'unauthenticated', // 401: no valid token
  'login-failed', // 401
  'second-factor-required', // 401: the password was right, a code is missing
  'second-factor-wrong', // 401: the password was right, the code was not
  'forbidden', // 403: another role's route
  'enrolment-required', // 403: staff must set up a second factor first
  'not-found', // 404: missing, or belongs to another person
  'method-not-allowed', // 405
  'timeout', // 408
  'conflict', // 409: another request was faster, or nothing is left to change
  'patient-differs', // 409: the patient of a study is not that of the examination, and it is not confirmed
  'gone', // 410: an expired file link
  'too-large', // 413
  'unsupported-type', // 415
  'range', // 416
  'too-many', // 429, with Retry-After
  'internal', // 500
  'unavailable', // 503
  'disk-full', // 507
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export const fieldError = z.object({
  path: z.string(),
  message: z.string(),
});

/** The body of every error. `message` is a sentence for the user. */
export const errorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  fields: z.array(fieldError).optional(),
  requestId: z.string(),
});

type ErrorArea = 'admin' | 'partner';

/** Generic errors. Staff read English, everyone else Azerbaijani. */
export const genericMessages: Readonly<Partial<Record<ErrorCode, Record<ErrorArea, string>>>> = {
  malformed: { admin: 'The request could not be read', partner: 'Sorğu oxuna bilmədi' },
  'not-found': { admin: 'Not found', partner: 'Tapılmadı' },
  'method-not-allowed': { admin: 'Not allowed here', partner: 'Burada icazə verilmir' },
  timeout: { admin: 'The request took too long', partner: 'Sorğu çox uzun çəkdi' },
  'too-large': { admin: 'The request is too large', partner: 'Sorğu həddən artıq böyükdür' },
  'unsupported-type': {
    admin: 'This kind of content is not accepted',
    partner: 'Bu məzmun növü qəbul edilmir',
  },
  'too-many': { admin: 'Please try again in a moment', partner: 'Bir azdan yenidən cəhd edin' },
  unavailable: { admin: 'Please try again in a moment', partner: 'Bir azdan yenidən cəhd edin' },
  internal: {
    admin: 'Something went wrong on our side. Please try again later',
    partner: 'Sistemdə xəta baş verdi. Zəhmət olmasa daha sonra yenidən cəhd edin',
  },
};

/** The same message in both areas. */
export const serverMessages = {
  diskFull: 'Diskdə kifayət qədər yer yoxdur',
  busy: 'Server məşğuldur. Bir azdan yenidən cəhd edin',
} as const;

/** A browser sent the request from a page of another site. */
export const crossSiteMessages = {
  admin: 'This request came from another site. Please sign in on our own page',
  partner: 'Bu sorğu başqa saytdan gəlib. Zəhmət olmasa öz səhifəmizdən daxil olun',
} as const;

/** Stored files and their names. */
export const storageMessages = {
  badFileName: 'The file name cannot be used',
  incomplete: 'The file has not arrived whole. Please upload it again',
  unknown: 'The uploaded file was not found',
  finished: 'The file already belongs to another checkup',
  notFound: 'Fayl tapılmadı',
  badRange: 'Faylın bu hissəsi yoxdur',
} as const;

/** Pictures that cannot be decoded now. */
export const mediaMessages = {
  admin: {
    busy: 'Too many images are being processed right now. Please try again in a moment',
    missing: 'The file is no longer there',
  },
  partner: {
    busy: 'Hazırda çox şəkil emal olunur. Bir azdan yenidən cəhd edin',
    missing: 'Fayl tapılmadı',
  },
} as const;

export type FieldError = z.output<typeof fieldError>;
export type ErrorBody = z.output<typeof errorBody>;
