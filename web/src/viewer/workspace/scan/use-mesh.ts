import { useEffect, useRef, useState } from 'react';
import { isAbortError } from '../../../lib/abort-error.ts';
import { pictureSource } from '../../pixels/loading/source.ts';
import type { ScanMesh } from '../../pixels/mesh/decode-mesh.ts';
import { loadMesh } from '../../pixels/mesh/load-mesh.ts';
import type { RenewFile, ViewerFile } from '../../viewer-file.ts';

/** Loads the mesh of a surface scan. */
export function useMesh(file: ViewerFile, renewFile: RenewFile) {
  const [state, setState] = useState<{ mesh?: ScanMesh; isFailed?: boolean }>({});
  const [attempt, setAttempt] = useState(0);
  // A poll brings new links to the same mesh.
  const latest = useRef({ file, renewFile });
  useEffect(() => {
    latest.current = { file, renewFile };
  });
  const hasDerived = file.derivedUrl !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    const { derivedUrl, id } = latest.current.file;
    setState({});
    if (!derivedUrl) return;
    const controller = new AbortController();
    const source = pictureSource(derivedUrl);
    source.renew = async () => (await latest.current.renewFile(id))?.derivedUrl;
    loadMesh(source, controller.signal).then(
      (mesh) => !controller.signal.aborted && setState({ mesh }),
      (error: unknown) =>
        !isAbortError(error) && !controller.signal.aborted && setState({ isFailed: true }),
    );
    return () => controller.abort();
  }, [hasDerived, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
