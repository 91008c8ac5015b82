import * as texts from '@deqiq/messages/viewer/ceph.js';
import { useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { ANALYSES } from '../../annotations/ceph/analyses.ts';
import { type CephResult, findCephResults } from '../../annotations/ceph/ceph-results.ts';
import type { MeasureScale } from '../../annotations/measure-scale.ts';
import { Choice, PanelSection } from '../../controls/panel-section.tsx';
import type { Ceph } from '../../model/drawing/ceph-content.ts';

type CephSectionProps = { ceph: Ceph; scale: MeasureScale };

/** The measures of one analysis beside their norms. */
export function CephSection({ ceph, scale }: CephSectionProps) {
  const [selected, setChosen] = useState(ANALYSES[0]?.name);
  const analysis = ANALYSES.find(({ name }) => name === selected);
  if (!analysis) return null;
  const results = findCephResults(analysis, ceph, scale);
  const hasScale = scale.picture.kind !== 'none';
  const needsScale = analysis.measures.some(({ formula }) => formula.kind === 'distance');
  const countable = analysis.measures.filter(
    ({ formula }) => hasScale || formula.kind !== 'distance',
  );
  const notes = [
    results.length === 0
      ? texts.noResults()
      : results.length < countable.length && texts.someMissing(),
    needsScale && !hasScale && texts.noScale(),
    texts.source({ source: analysis.source }),
  ].filter((note) => note !== false);
  return (
    <PanelSection title={texts.title()}>
      <fieldset className="flex flex-wrap gap-1.5" aria-label={texts.analysis()}>
        {ANALYSES.map(({ name }) => (
          <Choice key={name} isChosen={name === selected} onChoose={() => setChosen(name)}>
            {name}
          </Choice>
        ))}
      </fieldset>
      {results.length > 0 && <ResultTable title={analysis.name} results={results} />}
      {notes.map((note) => (
        <p key={note} className="text-note text-mist/80">
          {note}
        </p>
      ))}
    </PanelSection>
  );
}

const levelColours = {
  normal: 'text-[#8fd8a8]',
  changed: 'text-[#f5c26b]',
  far: 'text-[#ff8f85]',
} as const;

function ResultTable({ title, results }: { title: string; results: readonly CephResult[] }) {
  const heads = [texts.measure(), texts.value(), texts.norm(), texts.difference()];
  return (
    <table aria-label={title} className="w-full text-left text-note tabular-nums">
      <thead className="text-mist/80">
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className="pb-1 pr-2 font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <tr
            key={result.name + result.unit}
            className="border-t border-white/10 align-top *:py-1.5 *:pr-2"
          >
            <th scope="row" className="font-medium">
              {result.name}
              {result.note && <span className="block font-normal text-mist/80">{result.note}</span>}
            </th>
            <td>{result.valueText}</td>
            <td className="whitespace-nowrap text-mist/80">{result.norm}</td>
            <td className={cx(result.level && levelColours[result.level])}>{result.difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
