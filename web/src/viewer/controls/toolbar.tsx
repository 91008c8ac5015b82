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
  Spline,
  SunMedium,
  Triangle,
  Waypoints,
} from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { cx } from '../../lib/cx.ts';
import { useViewerState } from '../model/use-viewer-state.ts';
import type { ViewerModel } from '../model/viewer-model.ts';
import type { Layout, Tool } from '../model/viewer-state.ts';
import { labels } from './labels.ts';

const icons: Readonly<Record<Tool, LucideIcon>> = {
  window: SunMedium,
  pan: Hand,
  scroll: Layers2,
  crosshair: Crosshair,
  length: Ruler,
  polyline: Waypoints,
  angle: Triangle,
  calibration: Scaling,
  canal: Route,
  implant: Cylinder,
  arch: Spline,
};

/** What a layout can be used for: the tools of pictures, stacks and volumes. */
export function toolsOf(subject: 'picture' | 'stack' | 'volume', layout: Layout): Tool[] {
  const measuring: Tool[] = ['length', 'polyline', 'angle'];
  if (subject === 'picture') return ['window', 'pan', ...measuring, 'calibration'];
  if (subject === 'stack') return ['window', 'pan', 'scroll', ...measuring, 'calibration'];
  if (layout === 'surface') return ['window', 'pan'];
  if (layout === 'panoramic') return ['window', 'pan', 'crosshair', 'canal'];
  if (layout === 'sections') return ['scroll', 'window', 'pan', ...measuring, 'canal', 'implant'];
  const planning: Tool[] = ['canal', 'implant'];
  const hasAxial = layout !== 'coronal' && layout !== 'sagittal';
  return [
    ...(['crosshair', 'scroll', 'window', 'pan'] as const),
    ...measuring,
    ...planning,
    ...(hasAxial ? (['arch'] as const) : []),
  ];
}

type ToolbarProps = {
  model: ViewerModel;
  tools: readonly Tool[];
  onTool: (tool: Tool) => void;
};

/** The tools in one row at the thumb, or a column on a desk. Arrow keys move between them. */
export function Toolbar({ model, tools, onTool }: ToolbarProps) {
  const tool = useViewerState(model, (state) => state.tool);
  const isInverse = useViewerState(model, (state) => state.isInverse);
  const isSurface = useViewerState(model, ({ layout }) => layout === 'surface');
  const canRotate = !(isSurface && model.subject.space);
  const element = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={element}
      role="toolbar"
      aria-label={labels.toolbar}
      onKeyDown={(event) => moveFocus(event, element.current)}
      className="flex min-h-0 min-w-0 grow gap-1 overflow-auto p-1.5 [scrollbar-width:none] landscape:max-lg:flex-col lg:flex-col"
    >
      {tools.map((one) => {
        const Icon = icons[one];
        return (
          <ToolButton
            key={one}
            label={labels.tools[one]}
            isPressed={one === tool}
            isTabStop={one === tool}
            onPress={() => onTool(one)}
          >
            <Icon size={20} aria-hidden="true" />
          </ToolButton>
        );
      })}
      <span aria-hidden="true" className="m-1 shrink-0 border-l border-t border-white/15" />
      <ToolButton
        label={labels.actions.invert}
        isPressed={isInverse}
        onPress={() => model.update({ isInverse: !isInverse })}
      >
        <Contrast size={20} aria-hidden="true" />
      </ToolButton>
      {canRotate && (
        <ToolButton label={labels.actions.rotate} onPress={() => model.rotate(model.mainPane())}>
          <RotateCw size={20} aria-hidden="true" />
        </ToolButton>
      )}
      {canRotate && (
        <ToolButton label={labels.actions.mirror} onPress={() => model.mirror(model.mainPane())}>
          <Mirror size={20} aria-hidden="true" />
        </ToolButton>
      )}
    </div>
  );
}

type ToolButtonProps = {
  label: string;
  onPress: () => void;
  isPressed?: boolean;
  isTabStop?: boolean;
  children: React.ReactNode;
};

function ToolButton({ label, onPress, isPressed, isTabStop = false, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onPress}
      className={cx(
        'grid size-11 shrink-0 place-items-center rounded-field text-mist/85 transition-colors duration-160 hover:bg-white/10',
        isPressed && 'bg-glow/20 text-glow',
      )}
    >
      {children}
    </button>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** Roving focus: WAI-ARIA, toolbar pattern. */
function moveFocus(event: KeyboardEvent, toolbar: HTMLElement | null): void {
  const buttons = [...(toolbar?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const step = STEPS[event.key];
  const target =
    event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : step && at + step;
  if (target === undefined || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  buttons.at(target % buttons.length)?.focus();
}
