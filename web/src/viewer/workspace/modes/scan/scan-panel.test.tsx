import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { volumeMetadata } from '../../../geometry/testing.ts';
import type { Renderer } from '../../../pixels/renderer.ts';
import { createAnnotation, createModel } from '../../../testing/annotations.ts';
import type { SavedAnnotations } from '../mode-names.ts';
import { ModePanel } from '../mode-panel.tsx';

const saved = createAnnotation('a', {
  kind: 'alignment',
  scan: 's',
  rotation: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  shift: [1, 2, 3],
  rms: 0.1,
  share: 0.8,
});

function open(all: SavedAnnotations['all']) {
  const remove = vi.fn();
  const annotations = { all, remove } as unknown as SavedAnnotations;
  render(
    <ModePanel
      mode="scan"
      model={createModel(volumeMetadata())}
      renderer={{ levels: () => [] } as unknown as Renderer}
      isDesk
      scans={{ files: [], renewFile: async () => undefined }}
      annotations={annotations}
      onEnd={() => undefined}
    />,
  );
  return remove;
}

test('a patient without a surface scan is told how to upload one', async () => {
  open([]);
  expect(await screen.findByText(/^Bu pasiyentin ağız skanı yoxdur/)).toBeTruthy();
});

test('an alignment whose scan was deleted says so, and can be deleted', async () => {
  const remove = open([saved]);
  expect(await screen.findByText(/skanı artıq .* yoxdur\.$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Uyğunlaşdırmanı sil' }));
  expect(remove).toHaveBeenCalledWith(saved);
});

test('that of another person cannot be deleted', async () => {
  open([{ ...saved, isOwn: false }]);
  expect(await screen.findByText(/skanı artıq .* yoxdur\.$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Uyğunlaşdırmanı sil' })).toBeNull();
});
