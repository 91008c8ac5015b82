import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { SharedCheckup } from '@deqiq/contract/examinations/shares.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { MINUTE } from '../../lib/durations.ts';
import { saveUrl } from '../../lib/files/save-file.ts';
import { Loader } from '../../ui/page/page-states.tsx';
import { loadViewer } from '../examinations/viewer/open-viewer.ts';
import {
  nameSubject,
  toExamination,
  toFileId,
  toViewerFiles,
} from '../examinations/viewer/viewer-files.ts';

const Viewer = lazy(() => loadViewer().then(({ Viewer: Component }) => ({ default: Component })));

/** Milliseconds between requests for fresh links. */
const POLL = 4 * MINUTE;

/** The viewer of an open share. What is measured stays on the screen: nothing is written to the server. */
export function SharedPicturesScreen() {
  const { token = '', file: fileId = '' } = useParams();
  const navigate = useNavigate();
  const page = `/paylasim/${encodeURIComponent(token)}`;
  const query = useQuery({
    queryKey: ['share', token],
    queryFn: ({ signal }) => fetchShared(page, signal),
    refetchInterval: POLL,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const annotations = useMemo(createLocalAnnotations, []);
  const checkup = useMemo(() => query.data && toCheckup(query.data), [query.data]);
  if (!checkup) return <Loader full />;
  return (
    <Suspense fallback={<Loader full />}>
      <Viewer
        subject={nameSubject(checkup)}
        examination={toExamination(checkup)}
        files={toViewerFiles(checkup, 'partner')}
        fileId={fileId}
        annotations={annotations}
        earlier={[]}
        onFile={(id) => navigate(`${page}/bax/${id}`, { replace: true })}
        onClose={() => window.location.assign(page)}
        renewFile={async (id) => {
          const { data } = await query.refetch({ cancelRefetch: false });
          return data && toViewerFiles(toCheckup(data), 'partner').find((file) => file.id === id);
        }}
        onDownload={(id) => {
          const name = checkup.xrayFileLinks.find((file) => file.id === toFileId(id))?.name;
          if (name) saveUrl(`${page}/fayl/${toFileId(id)}`, name);
        }}
      />
    </Suspense>
  );
}

/** The examination of the share; leaves for its page where it is not open any more. */
async function fetchShared(page: string, signal: AbortSignal): Promise<SharedCheckup> {
  const response = await fetch(`${page}/muayine`, { signal, cache: 'no-store' });
  if (response.ok) return (await response.json()) as SharedCheckup;
  if (response.status < 500) window.location.replace(page);
  throw new Error(`share: ${response.status}`);
}

const toCheckup = ({ files, sharedBy, expiresAt, ...checkup }: SharedCheckup): Checkup => ({
  ...checkup,
  _id: '',
  partner: { _id: '', firstName: sharedBy, lastName: '' },
  status: 'completed',
  startDate: null,
  endDate: expiresAt,
  files: [],
  xrayFiles: [],
  fileLinks: [],
  xrayFileLinks: files,
});

/** Measurements of a visitor, in memory. */
function createLocalAnnotations() {
  const stored = new Map<string, Annotation & { fileId: string }>();
  const store = (
    fileId: string,
    fields: Pick<Annotation, '_id' | 'label' | 'content' | 'version'>,
  ) => {
    const at = new Date().toISOString();
    const annotation: Annotation = {
      ...fields,
      createdAt: at,
      updatedAt: at,
      isOwn: true,
      author: { role: 'partner', name: '' },
    };
    stored.set(fields._id, { ...annotation, fileId });
    return Promise.resolve(annotation);
  };
  return {
    list: (fileId: string) =>
      Promise.resolve([...stored.values()].filter((one) => one.fileId === fileId)),
    create: (fileId: string, { label = '', ...fields }: CreateFields) =>
      store(fileId, { ...fields, label, version: 1 }),
    update: (fileId: string, _id: string, { label = '', content, version }: UpdateFields) =>
      store(fileId, { _id, label, content, version: version + 1 }),
    remove: (_fileId: string, id: string) => Promise.resolve(stored.delete(id)),
  };
}

type CreateFields = Pick<Annotation, '_id' | 'content'> & { label?: string };
type UpdateFields = Pick<Annotation, 'content' | 'version'> & { label?: string };
