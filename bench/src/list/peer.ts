/** The other servers of the list bench, in a separate process: a bare Fastify, and hand-written statements. */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { presentCheckup } from '../../../server/src/features/examinations/checkups/checkups.present.ts';
import { fileLinks } from '../../../server/src/features/imaging/files/links.ts';
import { accessTokens } from '../../../server/src/features/people/sessions/tokens.service.ts';
import type { Raw, RawFile, RawRow } from './raw.ts';
import { rawPostgres } from './raw-postgres.ts';
import { rawSqlite } from './raw-sqlite.ts';

const [dataDir = '', url = '', answerFile = '', secretText = ''] = process.argv.slice(2);
const LIMIT = 20;
const secret = Buffer.from(secretText);
const tokens = accessTokens(secret, Date.now);
const links = fileLinks({ secret, now: Date.now });
const raw: Raw = url ? rawPostgres(url) : rawSqlite(dataDir, LIMIT);
const answer = readFileSync(answerFile);
const sessions = new Set<string>();
const app = fastify();

/** The minimal session check: the signature, the expiry, and a lookup in memory. */
function sessionOf(authorization: string | undefined): string {
  const token = /^Bearer (\S+)/.exec(authorization ?? '')?.[1] ?? '';
  const claims = tokens.verify(token);
  if (!claims) throw new Error('not signed in');
  sessions.add(claims.sid);
  return claims.sid;
}

/** The row in the shape of the response, with the product's links. */
function presentRow(row: RawRow, sessionId: string) {
  const files = row.files.map((file) => ({ ...file, kind: 'xray' as const }));
  const sign = (of: readonly unknown[]) =>
    (of as RawFile[]).map((file) => presentFile(file, sessionId));
  const whole = { ...row, files, partner_deleted: false };
  return presentCheckup(whole as unknown as Parameters<typeof presentCheckup>[0], sign);
}

function presentFile(
  { id: fileId, name, size, content_type: contentType, state, summary }: RawFile,
  sessionId: string,
) {
  const url = links.sign({ fileId, sessionId, size, variant: 'original' });
  const link = (variant: 'preview' | 'derived') => links.sign({ fileId, sessionId, size, variant });
  const imaging = { state, ...(JSON.parse(summary) as object), url: link('derived') };
  return { id: fileId, name, url, size, contentType, previewUrl: link('preview'), imaging };
}

app.get('/same', (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
app.get('/unchanged', (_request, reply) => reply.header('etag', '"same"').code(304).send());
app.get('/raw', async (request) => {
  sessionOf(request.headers.authorization);
  return { checkups: await raw(LIMIT, 0) };
});
app.get('/linked', async (request) => {
  const sessionId = sessionOf(request.headers.authorization);
  const rows = await raw(LIMIT, 0);
  return { checkups: rows.map((row) => presentRow(row, sessionId)) };
});

console.log(`port ${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}`);
