import { isReportSection } from '@deqiq/contract/reports/content/report-sections.ts';
import { nameSection, templateTexts } from '@deqiq/contract/reports/content/report-texts.ts';
import { type Attributes, encodeInstance } from '../../../../platform/dicom/data-set.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import { splitPersonName, toLo } from '../../../../platform/dicom/texts.ts';
import { COMPREHENSIVE_3D_SR } from '../../../../platform/dicom/uids.ts';
import { inLanguage } from '../../../../platform/http/requests/language.ts';
import { findLastChange } from '../last-change.ts';
import type { SignedReport } from '../signed-report.ts';
import { Concept, languageCodes, own } from './codes.ts';
import {
  codeContent,
  container,
  type Item,
  imageContent,
  personContent,
  rootContainer,
  textContent,
} from './content-items.ts';
import {
  documentModules,
  evidence,
  instanceUid,
  listPictures,
  toDaAndTm,
  toDt,
} from './document-modules.ts';
import { measurementGroups } from './measurement-groups.ts';

/** The report as a Comprehensive 3D SR of the template Measurement Report (PS3.16, TID 1500). */
export function structuredReport(report: SignedReport): Buffer {
  return encodeInstance({
    sopClassUid: COMPREHENSIVE_3D_SR,
    sopUid: instanceUid(report, 'structured-report'),
    attributes: [
      ...documentModules(report, 'structured-report', 1 + report.addenda.length),
      ...documentGeneral(report),
      ...evidence(listPictures(report)),
      ...rootContainer(Concept.report, '1500', [...context(report), ...content(report)]),
    ],
  });
}

function documentGeneral(report: SignedReport): Attributes {
  const [date, time] = toDaAndTm(findLastChange(report));
  return [
    [Tag.contentDate, date],
    [Tag.contentTime, time],
    [Tag.referencedPerformedProcedureStepSequence, []],
    [Tag.performedProcedureCodeSequence, []],
    [Tag.completionFlag, 'COMPLETE'],
    [Tag.verificationFlag, 'VERIFIED'],
    [Tag.verifyingObserverSequence, verifiers(report)],
  ];
}

function verifiers({ signer, signedAt, countersigner, letterhead }: SignedReport): Attributes[] {
  const signers = [{ ...signer, at: signedAt }, ...(countersigner ? [countersigner] : [])];
  return signers.map(({ name, at }) => [
    [Tag.verifyingObserverName, splitPersonName(name)],
    [Tag.verifyingObserverIdentificationCodeSequence, []],
    [Tag.verifyingOrganization, toLo(letterhead.name)],
    [Tag.verificationDateTime, toDt(at)],
  ]);
}

/** Language, observer and procedure (TID 1204, 1001 and 1500). */
export function observer({ signer, letterhead }: SignedReport): (Item | undefined)[] {
  const relationship = 'HAS OBS CONTEXT';
  return [
    codeContent({ relationship, concept: Concept.observerType }, Concept.person),
    personContent({ relationship, concept: Concept.observerName }, signer.name),
    textContent({ relationship, concept: Concept.observerOrganization }, letterhead.name),
  ];
}

function context(report: SignedReport): (Item | undefined)[] {
  const { template } = report.content;
  const relationship = 'HAS CONCEPT MOD';
  return [
    codeContent({ relationship, concept: Concept.language }, languageCodes[report.language]),
    ...observer(report),
    codeContent(
      { relationship, concept: Concept.procedureReported },
      own(template, inLanguage('en', templateTexts[template])),
    ),
  ];
}

function content(report: SignedReport): (Item | undefined)[] {
  const { technique, conclusion, recommendation } = report.content;
  const pictures = listPictures(report).map((picture) => imageContent('CONTAINS', picture));
  const contains = 'CONTAINS';
  return [
    container(Concept.imageLibrary, [container(Concept.imageLibraryGroup, pictures)]),
    container(Concept.measurements, measurementGroups(report)),
    textContent(
      { relationship: contains, concept: Concept.request },
      report.referral?.question ?? '',
    ),
    textContent({ relationship: contains, concept: Concept.procedureDescription }, technique),
    container(Concept.findings, sections(report)),
    container(Concept.conclusions, [
      textContent({ relationship: contains, concept: Concept.conclusion }, conclusion),
    ]),
    container(Concept.recommendations, [
      textContent({ relationship: contains, concept: Concept.recommendation }, recommendation),
    ]),
    ...report.addenda.map(({ text }) =>
      textContent({ relationship: contains, concept: Concept.addendum }, text),
    ),
    textContent(
      { relationship: contains, concept: Concept.withdrawal },
      report.withdrawal?.reason ?? '',
    ),
  ];
}

/** Texts have the concept of their section, with its name in the language of the author. */
const sections = ({ content: { findings }, language }: SignedReport): (Item | undefined)[] =>
  findings.map(({ section, text }) =>
    textContent(
      {
        relationship: 'CONTAINS',
        concept: own(
          isReportSection(section) ? section : 'other',
          inLanguage(language, () => nameSection(section)),
        ),
      },
      text,
    ),
  );
