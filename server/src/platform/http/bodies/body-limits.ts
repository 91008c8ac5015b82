import type { FastifyInstance } from 'fastify';

const KIB = 1_024;

/** Max bytes of a body. Routes of chunks and forms with pictures set their own limits. */
export const BODY_LIMIT = {
  /** A text of 5,000 characters and some lines, percent-encoded at 9 bytes a character: 53,000 bytes. */
  default: 64 * KIB,
  /** Sign-in and passwords: three lines of 200 characters, percent-encoded, are 5,400 bytes. */
  auth: 8 * KIB,
  /** 200 files with names of 255 characters: 500,000 bytes when they are percent-encoded JSON. Staff only. */
  fileList: 1_024 * KIB,
} as const;

/** Gives all routes of sign-in a small body limit. Call it before routes are registered. */
export function limitAuthBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (/^\/api\/[^/]+\/auth\//.test(route.url)) route.bodyLimit = BODY_LIMIT.auth;
  });
}
