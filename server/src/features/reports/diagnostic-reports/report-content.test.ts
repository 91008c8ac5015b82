import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportContent } from '@deqiq/contract/reports/content/report-content.ts';
import { findings } from '@deqiq/contract/reports/content/report-findings.ts';
import { reportSections } from '@deqiq/contract/reports/content/report-sections.ts';
import {
  findingTexts,
  nameSection,
  surfaceTexts,
  templateTexts,
} from '@deqiq/contract/reports/content/report-texts.ts';

const empty = { template: 'panoramic' };
const refuses = (content: object) =>
  assert.equal(reportContent.safeParse({ ...empty, ...content }).success, false);

test('an empty report has all its parts', () => {
  assert.deepEqual(reportContent.parse(empty), {
    template: 'panoramic',
    technique: '',
    teeth: {},
    findings: [],
    measurements: [],
    keyImages: [],
    conclusion: '',
    recommendation: '',
  });
});

test('a chart names teeth, findings of the list and surfaces', () => {
  const teeth = { 36: [{ finding: 'caries', surfaces: ['mesial'], note: 'deep ' }], 85: [] };
  assert.deepEqual(reportContent.parse({ ...empty, teeth }).teeth, teeth);
  refuses({ teeth: { 19: [] } });
  refuses({ teeth: { '036': [] } });
  refuses({ teeth: { 36: [{ finding: 'hole' }] } });
  refuses({ teeth: { 36: [{ finding: 'caries', surfaces: ['top'] }] } });
});

test('unknown keys are refused at every level', () => {
  refuses({ other: 1 });
  refuses({ teeth: { 36: [{ finding: 'caries', side: 'left' }] } });
  refuses({ findings: [{ section: 'teeth', text: '', bold: true }] });
  refuses({ keyImages: [{ file: 'f', view: { window: { centre: 1, width: 2, x: 1 } } }] });
});

test('every code has a name in the three languages', () => {
  for (const texts of [findingTexts, surfaceTexts, templateTexts])
    for (const text of Object.values(texts)) assert.ok(text());
  for (const section of reportSections) assert.notEqual(nameSection(section), section);
  assert.equal(nameSection('Öz başlığım'), 'Öz başlığım');
  assert.equal(Object.keys(findings).length, Object.keys(findingTexts).length);
});
