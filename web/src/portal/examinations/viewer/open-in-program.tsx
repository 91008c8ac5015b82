import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import { findContentType } from '@deqiq/contract/imaging/files.ts';
import { type ViewerProgram, viewerProgramNames } from '@deqiq/contract/machines/viewer-links.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as viewerLinkMessages from '@deqiq/messages/machines/viewer-links.js';
import * as texts from '@deqiq/messages/portal/imaging.js';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../../api/http/http-error.ts';
import { createViewerLink, viewerProgramsQuery } from '../../../api/machines/viewer-links.ts';
import { Button } from '../../../ui/button.tsx';

const isDicom = (name: string): boolean =>
  ['application/dicom', 'application/zip'].includes(findContentType(name) ?? '');

/** Buttons that open the DICOM pictures of a checkup in other programs; nothing where none is configured. */
export function OpenInProgram({ area, checkup }: { area: Role; checkup: Checkup }) {
  const hasDicom = checkup.xrayFileLinks.some(({ name }) => isDicom(name));
  const { data } = useQuery({ ...viewerProgramsQuery(area), enabled: hasDicom });
  if (!hasDicom) return null;
  return data?.map((program) => (
    <ProgramButton key={program} area={area} checkup={checkup} program={program} />
  ));
}

type ProgramButtonProps = { area: Role; checkup: Checkup; program: ViewerProgram };

function ProgramButton({ area, checkup, program }: ProgramButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function open() {
    // Opened by the press itself: browsers block a window that opens after a response.
    const opened = program === 'ohif' ? window.open('about:blank', '_blank') : null;
    setBusy(true);
    try {
      const url = await createViewerLink(area, checkup._id, program);
      if (url === null) {
        opened?.close();
        void showFailure(viewerLinkMessages.none());
      } else if (opened) {
        // The other site gets no access to this window.
        opened.opener = null;
        opened.location.replace(url);
      } else window.location.assign(url);
    } catch (error) {
      opened?.close();
      void showFailure(describeError(error, viewerLinkMessages.failed()));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      busy={isBusy}
      icon={<ExternalLink size={16} aria-hidden="true" />}
      onClick={() => void open()}
      className="justify-self-start"
    >
      {texts.openIn({ program: viewerProgramNames[program] })}
    </Button>
  );
}

/** Lists are shown without the code of dialogs. */
async function showFailure(message: string): Promise<void> {
  const { showError } = await import('../../../ui/overlay/confirm.tsx');
  await showError(message);
}
