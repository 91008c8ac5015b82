import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { chooseEncoding, type Encoding } from './encoding.ts';

export interface Answer {
  readonly status: 200 | 304 | 308 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

interface Form {
  readonly etag: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A built file in memory, in every form it can be sent in. */
export type BuiltFile = ReadonlyMap<Encoding, Form>;

const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

async function readForm(path: string, encoding: Encoding): Promise<Buffer | undefined> {
  try {
    return await readFile(`${path}${SUFFIX[encoding]}`);
  } catch (error) {
    if (encoding !== 'identity' && (error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
}

/** Reads a file and the compressed forms beside it. Each form has an ETag of its own. */
export async function readBuiltFile(
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<BuiltFile> {
  const forms = new Map<Encoding, Form>();
  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const body = await readForm(path, encoding);
    if (!body) continue;
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding };
    forms.set(encoding, { etag, body, headers: { ...headers, ...encoded } });
  }
  return forms;
}

export interface Wishes {
  readonly acceptEncoding?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** If-None-Match compares weakly: a proxy that compresses anew marks our tags with `W/`. */
function has(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}

/** A file as this client wants it; 304 where the client has it already. */
export function sendFile(file: BuiltFile, status: 200 | 404, wishes: Wishes): Answer {
  const form = file.get(chooseEncoding(wishes.acceptEncoding, new Set(file.keys())));
  if (!form) throw new Error('a built file without a plain form');
  const headers = { ...form.headers, vary: 'accept-encoding' };
  if (status === 404) return { status, headers, body: form.body };
  const tagged = { ...headers, etag: form.etag };
  return wishes.ifNoneMatch && has(wishes.ifNoneMatch, form.etag)
    ? { status: 304, headers: tagged, body: null }
    : { status, headers: tagged, body: form.body };
}
