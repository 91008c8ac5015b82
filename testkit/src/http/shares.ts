import assert from 'node:assert/strict';
import type { ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import type { Answer, Client } from '../client.ts';

/** Creates a share of a checkup as its partner, or as staff. */
export async function createShare(
  client: Client,
  area: 'partner' | 'admin',
  checkupId: string,
  input: object = {},
): Promise<ShareAnswer> {
  return (await client.post(`/api/${area}/checkups/${checkupId}/shares`, input)).ok<ShareAnswer>();
}

export const toPath = ({ url }: Pick<ShareAnswer, 'url'>): string => new URL(url).pathname;

/** Sends a PIN as the form of the page does. */
export const sendPin = (
  visitor: Client,
  path: string,
  pin: string | undefined,
  remoteAddress = '127.0.0.1',
): Promise<Answer> =>
  visitor.send({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Mozilla/5.0 (Linux; Android 5.1) Chrome/44.0 Mobile Safari/537.36',
    },
    payload: new URLSearchParams(pin === undefined ? {} : { pin }).toString(),
  });

/** Opens a share and returns its cookie. */
export async function openShare(
  visitor: Client,
  share: Pick<ShareAnswer, 'url' | 'pin'>,
): Promise<string> {
  const { response } = await sendPin(visitor, toPath(share), share.pin);
  assert.equal(response.statusCode, 303, response.body);
  return String(response.headers['set-cookie']).split(';')[0] ?? '';
}

const findLinks = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, link]) => link ?? '');

/** The addresses of the files in the page of an open share, and the fresh links that they lead to. */
export async function openPage(visitor: Client, path: string, cookie: string) {
  const { response } = await visitor.get(path, { cookie });
  const files = findLinks(response.body, /href="(\/paylasim\/[^"]+\/fayl\/[^"]+)"/g);
  const links: string[] = [];
  for (const file of files) {
    const { response: redirect } = await visitor.get(file, { cookie });
    if (redirect.statusCode === 302) links.push(String(redirect.headers.location));
  }
  return { response, files, links };
}
