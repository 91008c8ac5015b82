import * as texts from '@deqiq/messages/viewer/ceph.js';
import { type ReactNode, useState } from 'react';
import { cx } from '../../../lib/cx.ts';
import { ANALYSES } from '../../annotations/ceph/analyses.ts';
import {
  type CephResult,
  describeChange,
  findCephResults,
} from '../../annotations/ceph/ceph-results.ts';
import type { Tracing } from '../../annotations/ceph/superimpose.ts';
import type { MeasureScale } from '../../annotations/measure-scale.ts';
import { Choice, PanelSection } from '../../controls/panel-section.tsx';
import type { Ceph } from '../../model/drawing/ceph-content.ts';

type CephSectionProps = {
  ceph: Ceph;
  scale: MeasureScale;
  earlier?: Tracing | undefined;
  /** Below the choice of the analysis. */
  children?: ReactNode;
};

/** The measures of one analysis beside their norms, or beside those of an earlier tracing. */
export function CephSection({ ceph, scale, earlier, children }: CephSectionProps) {
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
      {children}
      {results.length > 0 &&
        (earlier ? (
          <ChangeTable
            title={analysis.name}
            results={results}
            before={findCephResults(analysis, earlier.ceph, earlier)}
          />
        ) : (
          <ResultTable title={analysis.name} results={results} />
        ))}
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

type ResultTableProps = { title: string; results: readonly CephResult[] };

function ResultTable({ title, results }: ResultTableProps) {
  const heads = [texts.measure(), texts.value(), texts.norm(), texts.difference()];
  return (
    <Table title={title} heads={heads}>
      {results.map((result) => (
        <Row key={result.name + result.unit} name={result.name} note={result.note}>
          <td>{result.valueText}</td>
          <td className="whitespace-nowrap text-mist/80">{result.norm}</td>
          <td className={cx(result.level && levelColours[result.level])}>{result.difference}</td>
        </Row>
      ))}
    </Table>
  );
}

function ChangeTable({
  title,
  results,
  before,
}: ResultTableProps & { before: readonly CephResult[] }) {
  const heads = [texts.measure(), texts.earlierValue(), texts.now(), texts.change()];
  return (
    <Table title={title} heads={heads}>
      {results.map((result) => {
        const { earlier, change } = describeChange(result, before);
        const norm = `${texts.norm()}: ${result.norm}`;
        return (
          <Row key={result.name + result.unit} name={result.name} note={norm}>
            <td className="text-[#f0b860]">{earlier}</td>
            <td>{result.valueText}</td>
            <td className="whitespace-nowrap">{change}</td>
          </Row>
        );
      })}
    </Table>
  );
}

type TableProps = { title: string; heads: readonly string[]; children: ReactNode };

function Table({ title, heads, children }: TableProps) {
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
      <tbody>{children}</tbody>
    </table>
  );
}

function Row({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <tr className="border-t border-white/10 align-top *:py-1.5 *:pr-2">
      <th scope="row" className="font-medium">
        {name}
        {note && <span className="block font-normal text-mist/80">{note}</span>}
      </th>
      {children}
    </tr>
  );
}
