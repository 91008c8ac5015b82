/** A code of a public terminology, as DICOM writes it: scheme designator, code value, code meaning. */
export interface StandardCode {
  readonly scheme: 'SCT' | 'DCM';
  readonly code: string;
  readonly meaning: string;
}

export interface Finding {
  /** null: no public code with the same meaning is verified. */
  readonly standard: StandardCode | null;
  /** Whether surfaces of the tooth say where it is. */
  readonly hasSurfaces: boolean;
}

const sct = (code: number, meaning: string): Finding => ({
  standard: { scheme: 'SCT', code: String(code), meaning },
  hasSurfaces: false,
});

const OWN: Finding = { standard: null, hasSurfaces: false };

const onSurfaces = ({ standard }: Finding): Finding => ({ standard, hasSurfaces: true });

/**
 * Findings at a tooth or its place, in the order in which they are offered. Codes are stored in signed reports: they are
 * never changed or reused. Sources of the SNOMED CT codes: docs/decisions/reports.md.
 */
export const findings = {
  caries: onSurfaces(sct(80_967_001, 'Dental caries')),
  'secondary-caries': onSurfaces(sct(95_254_009, 'Secondary dental caries')),
  'root-caries': onSurfaces(sct(234_975_001, 'Root caries')),
  attrition: sct(48_947_008, 'Abnormal tooth attrition'),
  abrasion: onSurfaces(sct(47_222_000, 'Abrasion of tooth')),
  erosion: onSurfaces(sct(82_212_003, 'Erosion of teeth')),
  fracture: sct(36_202_009, 'Fracture of tooth'),
  'crown-fracture': OWN,
  'root-fracture': OWN,
  filling: onSurfaces(OWN),
  'filling-overhang': onSurfaces(sct(109_729_001, 'Overhang on tooth restoration')),
  'defective-restoration': onSurfaces(sct(109_728_009, 'Defective dental restoration')),
  crown: OWN,
  bridge: OWN,
  post: OWN,
  implant: OWN,
  'peri-implant-bone-loss': OWN,
  'root-canal-filling': OWN,
  'short-root-canal-filling': OWN,
  'overfilled-root-canal': OWN,
  'unfilled-root-canal': OWN,
  'separated-instrument': OWN,
  perforation: OWN,
  'pulp-calcification': OWN,
  'periapical-lesion': OWN,
  'apical-periodontitis': sct(39_273_001, 'Apical periodontitis'),
  'widened-periodontal-ligament': OWN,
  'condensing-osteitis': OWN,
  impacted: sct(235_104_008, 'Impacted tooth'),
  unerupted: OWN,
  missing: sct(234_948_008, 'Tooth absent'),
  agenesis: sct(109_442_002, 'Congenital absence of one tooth'),
  supernumerary: sct(367_534_004, 'Supernumerary tooth'),
  'retained-deciduous': OWN,
  'root-remnant': sct(66_569_006, 'Retained dental root'),
  ectopic: OWN,
  dilaceration: OWN,
  ankylosis: OWN,
  'bone-loss': sct(109_706_009, 'Alveolar bone loss'),
  'horizontal-bone-loss': sct(109_709_002, 'Horizontal alveolar bone loss'),
  'vertical-bone-loss': sct(109_710_007, 'Vertical alveolar bone loss'),
  furcation: OWN,
  calculus: OWN,
  resorption: OWN,
  'internal-resorption': sct(52_994_003, 'Internal resorption of tooth'),
  'external-resorption': sct(41_918_006, 'External resorption of tooth'),
  cyst: sct(367_643_001, 'Cyst'),
  odontoma: OWN,
  osteosclerosis: OWN,
  'mandibular-canal-contact': OWN,
  'sinus-contact': OWN,
  'sinus-mucosal-thickening': OWN,
  other: OWN,
} as const satisfies Readonly<Record<string, Finding>>;

export type FindingCode = keyof typeof findings;

/** Codes of all findings, in the order in which they are offered. */
export const findingCodes = Object.keys(findings) as [FindingCode, ...FindingCode[]];

/** Surfaces of a tooth; `buccal` is also the labial one of front teeth. */
export const toothSurfaces = [
  'mesial',
  'distal',
  'occlusal',
  'incisal',
  'buccal',
  'lingual',
  'palatal',
  'cervical',
  'root',
] as const;
export type ToothSurface = (typeof toothSurfaces)[number];
