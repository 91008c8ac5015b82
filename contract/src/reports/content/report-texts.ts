import * as findings from '@deqiq/messages/reports/findings.js';
import * as sections from '@deqiq/messages/reports/sections.js';
import * as surfaces from '@deqiq/messages/reports/surfaces.js';
import * as templates from '@deqiq/messages/reports/templates.js';
import type { ToothFinding } from './report-content.ts';
import type { FindingCode, ToothSurface } from './report-findings.ts';
import { isReportSection, type ReportSection, type ReportTemplate } from './report-sections.ts';

type Texts<Code extends string> = Readonly<Record<Code, () => string>>;

/** Names of findings in the reader's language. */
export const findingTexts: Texts<FindingCode> = {
  caries: findings.caries,
  'secondary-caries': findings.secondaryCaries,
  'root-caries': findings.rootCaries,
  attrition: findings.attrition,
  abrasion: findings.abrasion,
  erosion: findings.erosion,
  fracture: findings.fracture,
  'crown-fracture': findings.crownFracture,
  'root-fracture': findings.rootFracture,
  filling: findings.filling,
  'filling-overhang': findings.fillingOverhang,
  'defective-restoration': findings.defectiveRestoration,
  crown: findings.crown,
  bridge: findings.bridge,
  post: findings.post,
  implant: findings.implant,
  'peri-implant-bone-loss': findings.periImplantBoneLoss,
  'root-canal-filling': findings.rootCanalFilling,
  'short-root-canal-filling': findings.shortRootCanalFilling,
  'overfilled-root-canal': findings.overfilledRootCanal,
  'unfilled-root-canal': findings.unfilledRootCanal,
  'separated-instrument': findings.separatedInstrument,
  perforation: findings.perforation,
  'pulp-calcification': findings.pulpCalcification,
  'periapical-lesion': findings.periapicalLesion,
  'apical-periodontitis': findings.apicalPeriodontitis,
  'widened-periodontal-ligament': findings.widenedPeriodontalLigament,
  'condensing-osteitis': findings.condensingOsteitis,
  impacted: findings.impacted,
  unerupted: findings.unerupted,
  missing: findings.missing,
  agenesis: findings.agenesis,
  supernumerary: findings.supernumerary,
  'retained-deciduous': findings.retainedDeciduous,
  'root-remnant': findings.rootRemnant,
  ectopic: findings.ectopic,
  dilaceration: findings.dilaceration,
  ankylosis: findings.ankylosis,
  'bone-loss': findings.boneLoss,
  'horizontal-bone-loss': findings.horizontalBoneLoss,
  'vertical-bone-loss': findings.verticalBoneLoss,
  furcation: findings.furcation,
  calculus: findings.calculus,
  resorption: findings.resorption,
  'internal-resorption': findings.internalResorption,
  'external-resorption': findings.externalResorption,
  cyst: findings.cyst,
  odontoma: findings.odontoma,
  osteosclerosis: findings.osteosclerosis,
  'mandibular-canal-contact': findings.mandibularCanalContact,
  'sinus-contact': findings.sinusContact,
  'sinus-mucosal-thickening': findings.sinusMucosalThickening,
  other: findings.other,
};

/** Names of surfaces in the reader's language. */
export const surfaceTexts: Texts<ToothSurface> = {
  mesial: surfaces.mesial,
  distal: surfaces.distal,
  occlusal: surfaces.occlusal,
  incisal: surfaces.incisal,
  buccal: surfaces.buccal,
  lingual: surfaces.lingual,
  palatal: surfaces.palatal,
  cervical: surfaces.cervical,
  root: surfaces.root,
};

/** Names of templates in the reader's language. */
export const templateTexts: Texts<ReportTemplate> = {
  panoramic: templates.panoramic,
  implant: templates.implant,
  endodontics: templates.endodontics,
  orthodontics: templates.orthodontics,
  surgery: templates.surgery,
  periodontology: templates.periodontology,
  tmj: templates.tmj,
  sinus: templates.sinus,
};

/** Headings of sections in the reader's language. */
const sectionTexts: Texts<ReportSection> = {
  teeth: sections.teeth,
  periodontium: sections.periodontium,
  periapical: sections.periapical,
  'root-canals': sections.rootCanals,
  'third-molars': sections.thirdMolars,
  'implant-sites': sections.implantSites,
  bone: sections.bone,
  jaws: sections.jaws,
  'mandibular-canal': sections.mandibularCanal,
  sinuses: sections.sinuses,
  'ostiomeatal-complex': sections.ostiomeatalComplex,
  'nasal-cavity': sections.nasalCavity,
  tmj: sections.tmj,
  condyles: sections.condyles,
  'joint-spaces': sections.jointSpaces,
  occlusion: sections.occlusion,
  growth: sections.growth,
  airway: sections.airway,
  'soft-tissues': sections.softTissues,
  other: sections.other,
};

/** The heading of a section in the reader's language; one in the author's words stays as it was written. */
export const nameSection = (section: string): string =>
  isReportSection(section) ? sectionTexts[section]() : section;

/** "Karies (mezial, okklüzion): dərin". */
export function describeFinding({ finding, surfaces = [], note = '' }: ToothFinding): string {
  const where = surfaces.map((surface) => surfaceTexts[surface]()).join(', ');
  const name = where === '' ? findingTexts[finding]() : `${findingTexts[finding]()} (${where})`;
  return note.trim() === '' ? name : `${name}: ${note.trim()}`;
}
