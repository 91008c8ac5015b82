import { DICOMWEB_PATH } from '@deqiq/contract/machines/dicomweb.ts';
import {
  type IncompleteReason,
  incompleteReasons,
  intakeHeaders,
} from '@deqiq/contract/machines/intake/intake-link.ts';
import { genericMessages } from '@deqiq/contract/shared/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { UID_PATTERN } from '../../../../platform/dicom/uids.ts';
import { AppError, errorCode, markMalformed } from '../../../../platform/errors.ts';
import type { App } from '../../../../platform/http/app-types.ts';
import { parseBoundary } from '../../../../platform/http/bodies/multipart.ts';
import { MultipartError } from '../../../../platform/http/bodies/part-headers.ts';
import { type StreamedPart, streamParts } from '../../../../platform/http/bodies/streamed-parts.ts';
import { covers, parseAccept } from '../../../../platform/http/requests/accept.ts';
import type { StowService } from './stow.service.ts';
import { describeOutcomes, findStatus, toXml } from './stow-answer.ts';

/** Header with the number of instances of the study, where the sender knows it. */
const ANNOUNCED = 'x-study-instances';

const params = z.object({
  study: z.string().regex(UID_PATTERN).optional(),
});

/** STOW-RS (PS3.18, 10.5) for devices, the intake process and staff; the contract does not repeat the standard. */
export function stowRoutes(
  app: App,
  stow: StowService,
  { publicUrl }: { publicUrl: string | undefined },
): void {
  const findBase = (request: FastifyRequest) =>
    (publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`) + DICOMWEB_PATH;

  async function store(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { study } = request.params as z.output<typeof params>;
    const delivery = {
      actor: request.actor,
      sender: request.sender,
      address: request.ip,
      studyUid: study,
      announced: readAnnounced(request),
      incomplete: readIncomplete(request),
    };
    const body = {
      body: request.raw,
      readParts: (bytes: AsyncIterable<Buffer>) => readParts(request, bytes),
      close: () => request.raw.destroy(),
    };
    const outcomes = await stow.receive(body, delivery).catch((error: unknown) => {
      const isCut = error instanceof MultipartError || errorCode(error) === 'ECONNRESET';
      throw isCut ? malformed('the body is broken or cut off') : error;
    });
    if (outcomes.length === 0) throw malformed('a request without parts');
    const answer = describeOutcomes(outcomes, findBase(request));
    const isXml = prefersXml(request.headers.accept ?? '');
    return reply
      .code(findStatus(outcomes))
      .header('cache-control', 'no-store')
      .type(isXml ? 'application/dicom+xml' : 'application/dicom+json')
      .serializer(String)
      .send(isXml ? toXml(answer) : JSON.stringify(answer));
  }

  for (const path of ['/studies', '/studies/:study'])
    app.route({
      method: 'POST',
      url: DICOMWEB_PATH + path,
      config: { access: 'sender', streamedBody: true },
      schema: { hide: true, params },
      handler: store,
    });
}

async function* readParts(
  request: FastifyRequest,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<StreamedPart> {
  const contentType = request.headers['content-type'] ?? '';
  const boundary = parseBoundary(contentType);
  if (!/^multipart\/related\b/i.test(contentType) || boundary === undefined) throw unsupported();
  for await (const part of streamParts(body, boundary)) {
    const type = part.headers.get('content-type') ?? 'application/dicom';
    if (!/^application\/dicom(\s*;|\s*$)/i.test(type)) throw unsupported();
    yield part;
  }
}

const malformed = (reason: string) => markMalformed(new Error(reason));

const unsupported = () =>
  new AppError('unsupported-type', 415, genericMessages['unsupported-type']());

function readAnnounced(request: FastifyRequest): number | undefined {
  const header = request.headers[ANNOUNCED];
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

/** Only the intake process knows it. */
function readIncomplete({ headers, sender }: FastifyRequest): IncompleteReason | undefined {
  const header = sender?.aeTitle ? headers[intakeHeaders.incomplete] : undefined;
  return incompleteReasons.find((reason) => reason === header);
}

const JSON_TYPES = ['application/dicom+json', 'application/json'];
const XML_TYPES = ['application/dicom+xml', 'application/xml', 'text/xml'];

/** DICOM JSON is the default. */
function prefersXml(accept: string): boolean {
  const coversAny = (range: string, types: readonly string[]) =>
    types.some((type) => covers(range, type));
  const preferred = parseAccept(accept).find(({ type }) =>
    coversAny(type, [...JSON_TYPES, ...XML_TYPES]),
  );
  return preferred !== undefined && !coversAny(preferred.type, JSON_TYPES);
}
