import type { Attributes } from '../../../../platform/dicom/data-set.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import { toLo } from '../../../../platform/dicom/texts.ts';

/** A coded concept (PS3.3, 8). */
export interface Code {
  readonly scheme: string;
  readonly value: string;
  readonly meaning: string;
}

const dcm = (value: string, meaning: string): Code => ({ scheme: 'DCM', value, meaning });
const sct = (value: string, meaning: string): Code => ({ scheme: 'SCT', value, meaning });
const ucum = (value: string, meaning: string): Code => ({ scheme: 'UCUM', value, meaning });

const OWN_SCHEME = '99DEQIQ';

/** A code of our own; codes are those of the contract, which never change. */
export const own = (value: string, meaning: string): Code => ({
  scheme: OWN_SCHEME,
  value,
  meaning,
});

/** Concepts of the templates (PS3.16, annexes A, B and D). */
export const Concept = {
  report: dcm('126000', 'Imaging Measurement Report'),
  language: dcm('121049', 'Language of Content Item and Descendants'),
  observerType: dcm('121005', 'Observer Type'),
  person: dcm('121006', 'Person'),
  observerName: dcm('121008', 'Person Observer Name'),
  observerOrganization: dcm('121009', "Person Observer's Organization Name"),
  procedureReported: dcm('121058', 'Procedure reported'),
  imageLibrary: dcm('111028', 'Image Library'),
  imageLibraryGroup: dcm('126200', 'Image Library Group'),
  measurements: dcm('126010', 'Imaging Measurements'),
  measurementGroup: dcm('125007', 'Measurement Group'),
  trackingIdentifier: dcm('112039', 'Tracking Identifier'),
  trackingUid: dcm('112040', 'Tracking Unique Identifier'),
  finding: dcm('121071', 'Finding'),
  findingSite: sct('363698007', 'Finding Site'),
  topographicalModifier: sct('106233006', 'Topographical modifier'),
  comment: dcm('121106', 'Comment'),
  request: dcm('121062', 'Request'),
  procedureDescription: dcm('121065', 'Procedure Description'),
  findings: dcm('121070', 'Findings'),
  conclusions: dcm('121076', 'Conclusions'),
  conclusion: dcm('121077', 'Conclusion'),
  recommendations: dcm('121074', 'Recommendations'),
  recommendation: dcm('121075', 'Recommendation'),
  addendum: dcm('121078', 'Addendum'),
  withdrawal: own('withdrawal', 'Withdrawal of the report'),
  keyObjects: dcm('113000', 'Of Interest'),
  keyObjectDescription: dcm('113012', 'Key Object Description'),
} as const;

export const quantities = {
  length: sct('410668003', 'Length'),
  angle: sct('1483009', 'Angle'),
  diameter: sct('81827009', 'Diameter'),
  area: sct('42798000', 'Area'),
} as const;

export const units = {
  mm: ucum('mm', 'mm'),
  px: ucum('{pixels}', 'pixels'),
  '°': ucum('deg', 'Degree'),
  'mm²': ucum('mm2', 'mm2'),
  'px²': ucum('{pixels}2', 'square pixels'),
} as const;

export const languageCodes = {
  az: { scheme: 'RFC5646', value: 'az', meaning: 'Azerbaijani' },
  ru: { scheme: 'RFC5646', value: 'ru', meaning: 'Russian' },
  en: { scheme: 'RFC5646', value: 'en', meaning: 'English' },
} as const;

/** An item of a code sequence; code values have at most 16 characters, longer ones are written as long code values. */
export const codeItem = ({ scheme, value, meaning }: Code): Attributes => [
  [value.length > 16 ? Tag.longCodeValue : Tag.codeValue, value],
  [Tag.codingSchemeDesignator, scheme],
  [Tag.codeMeaning, toLo(meaning)],
];

/** Names our scheme of codes, so that other programs can tell it from that of another clinic (PS3.3, C.12.1.1.4). */
export const codingSchemes = (organization: string): Attributes => [
  [
    Tag.codingSchemeIdentificationSequence,
    [
      [
        [Tag.codingSchemeDesignator, OWN_SCHEME],
        [Tag.codingSchemeName, 'Dental findings, sections and templates of Deqiq'],
        [Tag.codingSchemeResponsibleOrganization, organization],
      ],
    ],
  ],
];
