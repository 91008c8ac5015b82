/** Sections of texts beside the chart. Codes are stored in signed reports: they are never changed or reused. */
export const reportSections = [
  'teeth',
  'periodontium',
  'periapical',
  'root-canals',
  'third-molars',
  'implant-sites',
  'bone',
  'jaws',
  'mandibular-canal',
  'sinuses',
  'ostiomeatal-complex',
  'nasal-cavity',
  'tmj',
  'condyles',
  'joint-spaces',
  'occlusion',
  'growth',
  'airway',
  'soft-tissues',
  'other',
] as const;
export type ReportSection = (typeof reportSections)[number];

/** Whether a section is in the list, not a heading in the author's words. */
export const isReportSection = (section: string): section is ReportSection =>
  (reportSections as readonly string[]).includes(section);

/** Templates and the sections that each offers, in their order; a report may use the others, too. */
export const reportTemplates = {
  panoramic: ['teeth', 'periapical', 'periodontium', 'jaws', 'sinuses', 'tmj', 'other'],
  implant: ['implant-sites', 'bone', 'mandibular-canal', 'sinuses', 'teeth', 'other'],
  endodontics: ['root-canals', 'periapical', 'periodontium', 'teeth', 'sinuses', 'other'],
  orthodontics: ['occlusion', 'growth', 'teeth', 'third-molars', 'airway', 'tmj', 'other'],
  surgery: ['third-molars', 'mandibular-canal', 'sinuses', 'periapical', 'bone', 'other'],
  periodontology: ['periodontium', 'bone', 'periapical', 'teeth', 'sinuses', 'other'],
  tmj: ['condyles', 'joint-spaces', 'tmj', 'occlusion', 'soft-tissues', 'other'],
  sinus: ['sinuses', 'ostiomeatal-complex', 'nasal-cavity', 'periapical', 'teeth', 'other'],
} as const satisfies Readonly<Record<string, readonly ReportSection[]>>;

export type ReportTemplate = keyof typeof reportTemplates;

export const reportTemplateNames = Object.keys(reportTemplates) as [
  ReportTemplate,
  ...ReportTemplate[],
];
