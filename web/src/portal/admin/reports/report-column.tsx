import * as texts from '@deqiq/messages/office/report-editor.js';
import * as questionTexts from '@deqiq/messages/reports/question-list.js';
import * as screenTexts from '@deqiq/messages/reports/report-screen.js';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { staffReportsQuery } from '../../../api/reports/diagnostic-reports.ts';
import { peekedQuestionsQuery } from '../../../api/reports/questions.ts';
import { cx } from '../../../lib/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Questions } from '../../examinations/questions/questions.tsx';
import type { BesideProps } from '../../examinations/viewer/panel.tsx';
import { PanelFrame, useShownPicture } from '../../examinations/viewer/panel-frame.tsx';
import { ReportPane } from './report-pane.tsx';

type Tab = 'report' | 'questions';

/** Staff have the report and the doctor's questions beside the picture. */
export function ReportColumn(props: BesideProps) {
  const { checkup, file, onListen, onShow, onClose } = props;
  const picture = useShownPicture(onListen);
  const { controls } = picture;
  const [tab, setTab] = useState<Tab>('report');
  const column = useRef<HTMLElement>(null);
  useEffect(() => column.current?.focus({ preventScroll: true }), []);
  const { data: reports } = useQuery(staffReportsQuery(checkup._id));
  const pick =
    controls &&
    (async (signal: AbortSignal) => {
      const point = await controls.pickPoint(signal);
      return point && { file, point };
    });
  return (
    <PanelFrame>
      <aside
        ref={column}
        tabIndex={-1}
        aria-label={screenTexts.title()}
        className="flex h-full flex-col outline-hidden"
      >
        {tab === 'report' && <h2 className="sr-only">{screenTexts.title()}</h2>}
        <div className="flex items-center gap-1 border-b border-line px-3 py-1.5">
          <TabButton isChosen={tab === 'report'} onPress={() => setTab('report')}>
            {screenTexts.title()}
          </TabButton>
          <TabButton isChosen={tab === 'questions'} onPress={() => setTab('questions')}>
            {questionTexts.title()}
          </TabButton>
          {tab === 'report' && <OpenQuestions checkup={checkup._id} />}
          <IconButton
            label={texts.close()}
            icon={<X size={20} aria-hidden="true" />}
            onClick={onClose}
            className="ml-auto"
          />
        </div>
        <div className="min-h-0 grow overflow-y-auto overscroll-contain p-4">
          {tab === 'report' ? (
            <ReportPane checkup={checkup} file={file} onShow={onShow} {...picture} />
          ) : (
            <Questions
              area="admin"
              checkup={checkup._id}
              report={reports?.find(({ state }) => state === 'signed')?._id ?? null}
              onShow={onShow}
              onPick={pick}
            />
          )}
        </div>
      </aside>
    </PanelFrame>
  );
}

type TabButtonProps = { isChosen: boolean; onPress: () => void; children: string };

const TabButton = ({ isChosen, onPress, children }: TabButtonProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onPress}
    className={cx(
      'min-h-11 rounded-field px-3 text-desk',
      isChosen ? 'bg-accent-soft font-medium text-accent-hover' : 'text-muted hover:text-text',
    )}
  >
    {children}
  </button>
);

/** How many questions of the doctor wait for an answer. */
function OpenQuestions({ checkup }: { checkup: string }) {
  const { data } = useQuery(peekedQuestionsQuery('admin', checkup));
  const count = data?.questions.filter(
    ({ author, answeredAt }) => author.role === 'partner' && answeredAt === null,
  ).length;
  if (!count) return null;
  return (
    <span className="rounded-full bg-accent px-1.5 text-note font-medium text-on-accent tabular-nums">
      <span className="sr-only">{texts.openQuestions({ count })}</span>
      <span aria-hidden="true">{count}</span>
    </span>
  );
}
