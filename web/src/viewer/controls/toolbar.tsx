import * as toolTexts from '@deqiq/messages/viewer/tools.js';
import * as texts from '@deqiq/messages/viewer/viewer.js';
import {
  Contrast,
  Crosshair,
  Cylinder,
  Hand,
  Layers2,
  type LucideIcon,
  TrianglesCenterlineDashedVertical as Mirror,
  RotateCw,
  Route,
  Ruler,
  Scaling,
  ScanFace,
  SlidersHorizontal,
  Spline,
  StickyNote,
  SunMedium,
  Triangle,
  Undo2,
  Waypoints,
} from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { isNote, type NoteTool, type Tool, tools } from '../model/tools.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import { moveFocus } from './move-focus.ts';
import { ToolButton } from './tool-button.tsx';

/** Those of notes are loaded with their buttons. The line that straightens the head is drawn from the settings. */
const icons: Readonly<Record<Exclude<Tool, 'straightening' | NoteTool>, LucideIcon>> = {
  window: SunMedium,
  pan: Hand,
  scroll: Layers2,
  crosshair: Crosshair,
  length: Ruler,
  polyline: Waypoints,
  angle: Triangle,
  calibration: Scaling,
  ceph: ScanFace,
  canal: Route,
  implant: Cylinder,
  arch: Spline,
};

const NoteTools = lazy(async () => ({ default: (await import('./note-tools.tsx')).NoteTools }));

const isButton = (tool: Tool): tool is keyof typeof icons => tool in icons;

type ToolbarProps = {
  model: ViewerModel;
  tools: readonly Tool[];
  onTool: (tool: Tool) => void;
  onUndo: (() => void) | undefined;
  /** undefined where the settings are beside the picture. */
  onSettings: (() => void) | undefined;
};

/** Every tool with its name: rows at the thumb, columns on a phone on its side, one on a desk. Arrow keys move. */
export function Toolbar({ model, tools: available, onTool, onUndo, onSettings }: ToolbarProps) {
  const tool = useViewerState(model, (state) => state.tool);
  const isInverse = useViewerState(model, (state) => state.isInverse);
  const isSurface = useViewerState(model, ({ layout }) => layout === 'surface');
  const canRotate = !(isSurface && model.subject.space);
  const element = useRef<HTMLDivElement>(null);
  const [isOpened, setOpened] = useState(false);
  // A key chooses a note as well.
  const areNotesOpen = isOpened || isNote(tool);
  const shown = available.filter(isButton);
  const notes = available.filter(isNote);
  const tabStop = shown.find((one) => one === tool) ?? shown[0];
  return (
    <div
      ref={element}
      role="toolbar"
      aria-label={texts.toolbar()}
      onKeyDown={(event) => moveFocus(event, element.current)}
      className="grid min-h-0 grow auto-rows-min grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] overflow-y-auto p-1 landscape:max-lg:w-44 landscape:max-lg:grid-cols-3 lg:w-20 lg:grid-cols-1"
    >
      {shown.map((one) => (
        <ToolButton
          key={one}
          icon={icons[one]}
          label={tools[one].name()}
          shortName={tools[one].shortName?.()}
          isPressed={one === tool}
          isTabStop={one === tabStop}
          onPress={() => onTool(one)}
        />
      ))}
      {notes.length > 0 && (
        <ToolButton
          icon={StickyNote}
          label={toolTexts.notes()}
          isExpanded={areNotesOpen}
          onPress={() => setOpened(!isOpened)}
        />
      )}
      {areNotesOpen && (
        <Suspense>
          <NoteTools tools={notes} tool={tool} onTool={onTool} />
        </Suspense>
      )}
      <ToolButton
        icon={Contrast}
        label={texts.invert()}
        isPressed={isInverse}
        onPress={() => model.update({ isInverse: !isInverse })}
      />
      {canRotate && (
        <ToolButton
          icon={RotateCw}
          label={texts.rotate()}
          onPress={() => model.rotate(model.mainPane())}
        />
      )}
      {canRotate && (
        <ToolButton
          icon={Mirror}
          label={texts.mirror()}
          onPress={() => model.mirror(model.mainPane())}
        />
      )}
      {onUndo && <ToolButton icon={Undo2} label={texts.undo()} onPress={onUndo} />}
      {onSettings && (
        <ToolButton
          icon={SlidersHorizontal}
          label={texts.settings()}
          shortName={texts.settingsButton()}
          onPress={onSettings}
        />
      )}
    </div>
  );
}
