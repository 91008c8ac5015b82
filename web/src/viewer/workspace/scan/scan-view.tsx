import * as scanTexts from '@deqiq/messages/viewer/scan.js';
import * as texts from '@deqiq/messages/viewer/viewer.js';
import { useState } from 'react';
import { Waiting } from '../../controls/waiting.tsx';
import type { RenewFile, ViewerFile } from '../../viewer-file.ts';
import { ScanStage } from './scan-stage.tsx';
import { useMesh } from './use-mesh.ts';

type ScanViewProps = {
  file: ViewerFile;
  /** Names are not shown, and not read out. */
  isPrivate?: boolean;
  onDownload?: () => void;
  renewFile: RenewFile;
};

/** A surface scan: its preview until the mesh is there, then the mesh to rotate. */
export function ScanView({ file, isPrivate = false, renewFile, ...props }: ScanViewProps) {
  const { mesh, isFailed, retry } = useMesh(file, renewFile);
  const [hasNoWebGl, setHasNoWebGl] = useState(false);
  const preview = file.previewUrl;
  if (!file.derivedUrl || hasNoWebGl) {
    const text = file.state === 'pending' ? texts.pending() : texts.noPixels();
    return <Waiting text={hasNoWebGl ? scanTexts.noWebGl() : text} preview={preview} {...props} />;
  }
  if (isFailed)
    return <Waiting text={texts.failed()} preview={preview} onRetry={retry} {...props} />;
  if (!mesh) return <Waiting text={texts.loading()} preview={preview} isLoading />;
  return (
    <ScanStage
      mesh={mesh}
      label={(!isPrivate && file.name) || scanTexts.scan()}
      onNoWebGl={() => setHasNoWebGl(true)}
    />
  );
}
