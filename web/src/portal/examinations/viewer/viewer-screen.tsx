import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as texts from '@deqiq/messages/portal/imaging.js';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { openResult } from '../../../api/examinations/results.ts';
import { checkupQuery, earlierQuery } from '../../../api/examinations/viewed-checkup.ts';
import { HttpError } from '../../../api/http/http-error.ts';
import { annotationsApi } from '../../../api/imaging/annotations.ts';
import { usePreview } from '../../../api/imaging/previews.ts';
import { Loader } from '../../../ui/page/page-states.tsx';
import { QueryError } from '../../../ui/page/query-error.tsx';
import type { ViewerFile } from '../../../viewer/viewer.tsx';
import { ShareButton } from '../../shares/share-button.tsx';
import { Missing } from '../../shell/failure.tsx';
import { DownloadTray } from '../file-viewer/download-tray.tsx';
import { downloadFile } from '../file-viewer/start-download.ts';
import { loadViewer } from './open-viewer.ts';
import { type BesideProps, usePanel } from './panel.tsx';
import {
  annotatePictures,
  findPicture,
  listEarlier,
  nameSubject,
  toExamination,
  toFileId,
  toViewerFiles,
} from './viewer-files.ts';

const Viewer = lazy(() => loadViewer().then(({ Viewer: Component }) => ({ default: Component })));

// The panels beside the picture are loaded when they are opened.
const Reading = lazy(async () => ({
  default: (await import('../../admin/reports/report-column.tsx')).ReportColumn,
}));
const PanelToggle = lazy(async () => ({
  default: (await import('./panel-toggle.tsx')).PanelToggle,
}));
const Asking = lazy(async () => ({
  default: (await import('../../partner/results/question-column.tsx')).QuestionColumn,
}));

export const PartnerViewerScreen = () => <ViewerScreen area="partner" Beside={Asking} />;
export const AdminViewerScreen = () => <ViewerScreen area="admin" Beside={Reading} />;

// Not needed for the first picture.
const Hanging = lazy(async () => ({ default: (await import('./hanging.tsx')).Hanging }));
const HangingChoice = lazy(async () => ({
  default: (await import('./hanging.tsx')).HangingChoice,
}));

type ViewerScreenProps = {
  area: Role;
  /** The panel beside the picture. */
  Beside: ComponentType<BesideProps>;
};

/** Colours on the dark of the viewer. */
const onInk =
  'size-11 max-lg:size-10.5! text-mist! not-disabled:hover:bg-white/10! not-disabled:hover:text-white!';

/** The viewer at its own address: one file of a checkup. */
function ViewerScreen({ area: role, Beside }: ViewerScreenProps) {
  const { checkup: checkupId = '', file: fileId = '' } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const query = useQuery(checkupQuery(role, checkupId));
  const earlier = useQuery({ ...earlierQuery(role, checkupId), enabled: query.isSuccess });
  const checkup = query.data;
  const files = useMemo(() => (checkup ? toViewerFiles(checkup, role) : []), [checkup, role]);
  const annotations = useMemo(() => annotatePictures(annotationsApi(role), files), [role, files]);
  const pictureId = findPicture(files, fileId, state?.view?.series);
  const shown = files.find(({ id }) => id === pictureId);
  const panel = usePanel(state);
  const [beside, setBeside] = useState<ViewerFile>();
  const preview = usePreview(shown?.previewUrl, pictureId);
  useEffect(() => {
    if (role === 'partner' && query.isSuccess) openResult(checkupId);
  }, [role, query.isSuccess, checkupId]);

  const list = role === 'admin' ? portalPaths.adminCheckups : portalPaths.partnerCheckups;
  // Opened from a list: Back returns to it as it was.
  const close = () => (state?.fromList ? navigate(-1) : navigate(list, { replace: true }));
  // A failed poll does not take the picture away.
  if (query.isError && !checkup) return <ViewerFailure query={query} />;
  if (!checkup) return <Loader full />;
  return (
    <>
      <Suspense fallback={<Loader full />}>
        <Viewer
          subject={nameSubject(checkup)}
          examination={toExamination(checkup)}
          files={files.map((file) =>
            file.id === pictureId ? { ...file, previewUrl: preview.url } : file,
          )}
          fileId={pictureId}
          annotations={annotations}
          earlier={earlier.data && listEarlier(earlier.data, role)}
          beside={beside}
          besideChoice={
            shown?.hasSides && (
              <Suspense>
                <HangingChoice />
              </Suspense>
            )
          }
          onFile={(id) => panel.show({ file: id })}
          onClose={close}
          share={
            <>
              {role === 'partner' && <ShareButton checkup={checkup} iconClass={onInk} />}
              <Suspense fallback={<span className={onInk} />}>
                <PanelToggle
                  area={role}
                  isOpen={panel.isOpen}
                  className={onInk}
                  onPress={panel.toggle}
                />
              </Suspense>
            </>
          }
          link={panel.link}
          panel={
            panel.isOpen && (
              <Suspense>
                <Beside
                  key={checkup._id}
                  checkup={checkup}
                  file={toFileId(pictureId)}
                  onListen={panel.listen}
                  onShow={panel.show}
                  onClose={panel.toggle}
                />
              </Suspense>
            )
          }
          renewFile={(id) => renewFile({ query, earlier, role }, id)}
          onDownload={(id) => download(checkup, id, query)}
        />
      </Suspense>
      {earlier.data && (
        <Suspense>
          <Hanging
            checkup={checkup}
            picture={shown}
            others={earlier.data}
            role={role}
            onChange={setBeside}
          />
        </Suspense>
      )}
      {/* Above the tools of a phone. */}
      <DownloadTray className="bottom-24! lg:bottom-3!" />
    </>
  );
}

type Queries = {
  readonly query: UseQueryResult<Checkup>;
  readonly earlier: UseQueryResult<readonly Checkup[]>;
  readonly role: Role;
};

/** The file with an address that has not expired. */
async function renewFile({ query, earlier, role }: Queries, id: string) {
  const options = { cancelRefetch: false };
  const { data } = await query.refetch(options);
  const own = data && toViewerFiles(data, role).find((file) => file.id === id);
  if (own) return own;
  const { data: others = [] } = await earlier.refetch(options);
  return listEarlier(others, role)
    .flatMap((examination) => examination.files)
    .find((file) => file.id === id);
}

function download(checkup: Checkup, id: string, query: Queries['query']): void {
  const file = [...checkup.xrayFileLinks, ...checkup.fileLinks].find(
    (one) => one.id === toFileId(id),
  );
  if (file)
    downloadFile(checkup._id, file, async () => ({
      checkups: [(await query.refetch()).data ?? checkup],
    }));
}

function ViewerFailure({ query }: Pick<Queries, 'query'>) {
  const isMissing = query.error instanceof HttpError && query.error.status === 404;
  if (isMissing) return <Missing />;
  return (
    <QueryError
      query={query}
      failed={checkupMessages.partnerListFailed()}
      title={texts.picture()}
    />
  );
}
