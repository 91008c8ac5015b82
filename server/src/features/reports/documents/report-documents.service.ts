import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import type { Db } from '../../../platform/db/tables.ts';
import { deriveStudyUid } from '../../../platform/dicom/uids.ts';
import type { Visit } from '../../../platform/http/identity.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Seal } from '../../../platform/seal/seal.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { toDay } from '../../../platform/time.ts';
import type { ImagingService } from '../../imaging/imaging/imaging.service.ts';
import type {
  DecodingClient,
  DecodingService,
  Requester,
} from '../../machines/dicomweb/retrieve/decoding.service.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import {
  type DiagnosticReportsService,
  INDEX_REPORT,
} from '../diagnostic-reports/diagnostic-reports.service.ts';
import {
  isSignedBy,
  type SignedDocument,
  type SignedEntry,
} from '../diagnostic-reports/signing/report-keys.service.ts';
import { findScale } from '../diagnostic-reports/signing/report-scales.service.ts';
import {
  listInstances,
  type ReportMeasurement,
  type SignedReport,
  structuredReport,
} from '../outputs/outputs.service.ts';
import { toDicomPicture } from './dicom-pictures.ts';
import * as repo from './documents.repo.ts';
import { indexReportHandler } from './index-report.ts';
import { drawKeyImage } from './key-pictures.ts';
import type { CheckedReport } from './report-check-page.ts';
import { REPORT_CHECK_PATH } from './report-check-path.ts';
import { sealedPdf } from './sealed-pdf.ts';

interface Deps {
  readonly db: Db;
  readonly storage: Pick<Storage, 'open'>;
  readonly jobs: Pick<JobQueue, 'handle'>;
  readonly imaging: Pick<ImagingService, 'listInstances' | 'indexDocument'>;
  readonly decoding: DecodingService;
  readonly reports: Pick<DiagnosticReportsService, 'loadSignedReport'>;
  readonly audit: Pick<AuditService, 'record' | 'recordView'>;
  readonly seal: Seal | undefined;
  readonly findLetterhead: () => Promise<SignedReport['letterhead']>;
  /** Without a slash at its end. */
  readonly siteUrl: string;
  readonly now: () => number;
}

const SHA_256 = /^[0-9a-f]{64}$/;

interface ReportFile {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/** A person without an account, and the files that the share shows. */
export interface ShareVisitor extends Pick<Requester, 'signal'> {
  readonly visit: Visit;
  readonly address: string;
  readonly fileIds: ReadonlySet<string>;
}

export type ReportDocumentsService = ReturnType<typeof reportDocumentsService>;

/** Signed reports as files. Throws 404 for drafts, and for a partner with another checkup. */
export function reportDocumentsService(deps: Deps) {
  /** `withPictures`: whether key images are drawn. */
  async function load(
    requester: Requester,
    id: string,
    withPictures: boolean,
  ): Promise<SignedReport> {
    const loaded = await deps.reports.loadSignedReport(requester.actor, id);
    const report = await collect(deps, requester, loaded, () => withPictures);
    await deps.audit.record(deps.db, requester.actor, 'download', 'diagnostic-report', id);
    return report;
  }

  /** All DICOM instances of a signed report, without a check of who asks. */
  async function writeInstances(id: string, signal: AbortSignal) {
    const loaded = await deps.reports.loadSignedReport(null, id);
    const client = { actor: { personId: `report ${id}` }, signal };
    return listInstances(await collect(deps, client, loaded, () => false));
  }

  const writeSealed = sealedPdf(deps);
  const { imaging } = deps;
  deps.jobs.handle(INDEX_REPORT, indexReportHandler({ imaging, write: writeInstances }));

  return {
    /** PDF/A in the language of the reader. */
    async writePdf(
      requester: Requester,
      id: string,
      language: ChosenLanguage,
    ): Promise<ReportFile> {
      const report = await load(requester, id, true);
      const bytes = await writeSealed(report, language);
      return { bytes, name: `rentgen-reyi-${report.checkup.code}.pdf` };
    },

    /** For the visitor of a share, who sees only key images whose files are shared. */
    async writeSharedPdf(
      { visit, address, signal, fileIds }: ShareVisitor,
      id: string,
      language: ChosenLanguage,
    ): Promise<ReportFile> {
      const loaded = await deps.reports.loadSignedReport(null, id);
      const client = { actor: { personId: `share ${visit.share_id}` }, signal };
      const report = await collect(deps, client, loaded, (fileId) => fileIds.has(fileId));
      const bytes = await writeSealed(report, language);
      await deps.audit.recordView({
        action: 'download',
        object: 'diagnostic-report',
        objectId: id,
        result: 'ok',
        actor: null,
        address,
        detail: `share ${visit.share_id}`,
      });
      return { bytes, name: `rentgen-reyi-${report.checkup.code}.pdf` };
    },

    /** The signer and the validity of a report; undefined where no report has this hash. */
    async check(sha256: string): Promise<CheckedReport | undefined> {
      const row = SHA_256.test(sha256) ? await repo.findByHash(deps.db, sha256) : undefined;
      if (!row?.document) return undefined;
      const { document, signature } = row;
      const { author, signedAt }: SignedDocument = JSON.parse(document);
      const signed = { document, sha256, signature: signature ?? '', key_id: row.key_id ?? '' };
      return {
        isValid: isSignedBy(signed, row.public_key),
        isWithdrawn: row.status === 'withdrawn',
        name: author.name,
        title: author.title,
        signedAt,
        sha256,
      };
    },

    writeInstances,

    /** DICOM SR. */
    async writeStructuredReport(requester: Requester, id: string): Promise<ReportFile> {
      const report = await load(requester, id, false);
      return { bytes: structuredReport(report), name: `rentgen-reyi-${report.checkup.code}.dcm` };
    },
  };
}

async function collect(
  deps: Deps,
  client: DecodingClient,
  { document, sha256, entries }: Loaded,
  isDrawn: (fileId: string) => boolean,
): Promise<SignedReport> {
  const { content, examination, patient, author } = document;
  const rows = await repo.listPictures(deps.db, listFiles(document));
  const findRow = (fileId: string) => rows.find((row) => row.id === fileId);
  const pictures = new Map(rows.map((row) => [row.id, toDicomPicture(row)]));
  const measurements = document.annotations.map(
    ({ id: annotation, file, label, content: drawn }): ReportMeasurement => ({
      id: annotation,
      label,
      content: drawn,
      scale: findScale(file, findRow(file)?.summary, document),
      picture: pictures.get(file) ?? null,
    }),
  );
  const select = (ids: readonly string[]) => measurements.filter((each) => ids.includes(each.id));
  const keyImages: SignedReport['keyImages'][number][] = [];
  for (const image of content.keyImages) {
    const row = findRow(image.file);
    keyImages.push({
      caption: image.caption ?? '',
      view: image.view ?? null,
      jpeg: row && isDrawn(image.file) ? await drawKeyImage(deps, row, image, client) : null,
      // Of many instances only the viewer knows which one it showed.
      picture: Number(row?.instances) === 1 ? (pictures.get(image.file) ?? null) : null,
      frame: image.view?.slice ?? 0,
      annotations: select(image.view?.annotations ?? []),
    });
  }
  const referral = await repo.findReferral(deps.db, document.checkup);
  const study = await repo.findStudy(deps.db, document.checkup);
  const code = patient.code ?? examination.code;
  return {
    id: document.report,
    version: document.version,
    language: 'az',
    content,
    signer: author,
    signedAt: document.signedAt,
    sha256,
    ...findEntries(entries),
    checkUrl: `${deps.siteUrl}${REPORT_CHECK_PATH}${sha256}`,
    letterhead: await deps.findLetterhead(),
    patient: { ...patient, code, idInStudy: study?.patient_id || code },
    checkup: {
      name: examination.name,
      code: examination.code,
      date: toDay(Date.parse(examination.createdAt)),
      studyUid: study?.study_uid ?? deriveStudyUid(document.checkup),
    },
    referral: referral
      ? {
          doctor: { firstName: referral.first_name, lastName: referral.last_name },
          question: referral.question ?? '',
        }
      : null,
    pictures: [...pictures.values()].filter((picture) => picture !== null),
    measurements: select(content.measurements),
    keyImages,
  };
}

type Loaded = Awaited<ReturnType<Deps['reports']['loadSignedReport']>>;

const listFiles = ({ files, annotations }: Loaded['document']): string[] => [
  ...new Set([...files.map(({ id }) => id), ...annotations.map(({ file }) => file)]),
];

/** Entries after the signature. */
function findEntries(
  entries: Loaded['entries'],
): Pick<SignedReport, 'countersigner' | 'withdrawal' | 'addenda'> {
  const find = <Kind extends SignedEntry['kind']>(kind: Kind) =>
    entries.find((entry): entry is Extract<Loaded['entries'][number], { kind: Kind }> => {
      return entry.kind === kind;
    });
  const countersignature = find('countersignature');
  const withdrawal = find('withdrawal');
  return {
    countersigner: countersignature
      ? { ...countersignature.author, at: countersignature.at }
      : null,
    withdrawal: withdrawal
      ? { reason: withdrawal.reason, by: withdrawal.author.name, at: withdrawal.at }
      : null,
    addenda: entries.flatMap((entry) =>
      entry.kind === 'addendum'
        ? [{ text: entry.text, author: entry.author, at: entry.at, sha256: entry.sha256 }]
        : [],
    ),
  };
}
