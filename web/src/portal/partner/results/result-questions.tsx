import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { useQuery } from '@tanstack/react-query';
import { doctorReportQuery } from '../../../api/reports/diagnostic-reports.ts';
import { Questions } from '../../examinations/questions/questions.tsx';
import { useOpenViewer } from '../../examinations/viewer/open-viewer.ts';

/** Questions to the radiologist, below the examination. */
export function ResultQuestions({ checkup }: { checkup: Checkup }) {
  const { data } = useQuery(doctorReportQuery(checkup._id));
  const open = useOpenViewer('partner');
  return (
    <div className="max-w-3xl rounded-card border border-line bg-surface p-4">
      <Questions
        area="partner"
        checkup={checkup._id}
        report={data?.report?._id ?? null}
        onShow={({ file, point }) => open(checkup, { id: file }, { point })}
      />
    </div>
  );
}
