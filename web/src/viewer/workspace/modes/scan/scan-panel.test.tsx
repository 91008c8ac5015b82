import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { volumeMetadata } from '../../../geometry/testing.ts';
import type { Renderer } from '../../../pixels/renderer.ts';
import { createModel } from '../../../testing/annotations.ts';
import { ModePanel } from '../mode-panel.tsx';

test('a patient without a surface scan is told how to upload one', async () => {
  render(
    <ModePanel
      mode="scan"
      model={createModel(volumeMetadata())}
      renderer={{ levels: () => [] } as unknown as Renderer}
      isDesk
      scans={{ files: [], renewFile: async () => undefined }}
      onEnd={() => undefined}
    />,
  );
  expect(await screen.findByText(/^Bu pasiyentin ağız skanı yoxdur/)).toBeTruthy();
});
